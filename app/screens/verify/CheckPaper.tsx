import { Button, Group, TextInput } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { papersContract } from '#shared/contract/papers.ts';
import { sha256In } from '#shared/domain/papers/paper-kinds.ts';
import { DropPlace } from '#app/features/drop/DropPlace.tsx';
import { isNotFound } from '#app/lib/api-error.ts';
import { call } from '#app/lib/client.ts';
import { useAppForm } from '#app/lib/forms.ts';
import { fileTooLarge, sha256OfFile } from '#app/screens/verify/hash-file.ts';
import { IssuedPapers, NotIssued } from '#app/screens/verify/IssuedPapers.tsx';
import classes from '#app/screens/verify/Verify.module.css';
import { PublicPage } from '#app/shell/public/PublicPage.tsx';
import { ErrorState } from '#app/ui/ErrorState.tsx';

/** The object of the check: a file of this computer, or a pasted checksum. */
interface Wanted {
  readonly file?: File;
  readonly sha256?: string;
}

/** The public page that shows whether this installation issued a file, and for whom (INS-03). The file stays in the browser. */
export function CheckPaper() {
  const { t } = useLingui();
  const check = useMutation({
    mutationFn: async ({ file, sha256 }: Wanted) => {
      const sum = file ? await sha256OfFile(file) : (sha256 ?? '');
      const papers = await call(papersContract.check, { params: { sha256: sum } }).catch((error: unknown) => {
        if (isNotFound(error)) return [];
        throw error;
      });
      return { name: file?.name ?? null, sum, papers };
    },
  });
  const { form, submit } = useAppForm({
    initialValues: { sum: '' },
    rules: ({ sum }) => ({
      sum: sha256In(sum) === null ? t`Enter a SHA-256: 64 digits from 0 to 9 and a to f.` : undefined,
    }),
    send: ({ sum }) => check.mutate({ sha256: sha256In(sum) ?? '' }),
  });
  const { data, error } = check;
  return (
    <PublicPage>
      <h1 className={classes.title}>
        <Trans>Check a file</Trans>
      </h1>
      <p className={classes.lede}>
        <Trans>
          Find out whether a report, training file, binder or certificate was issued here and is unchanged.
        </Trans>
      </p>
      <DropPlace
        label={t`File to check`}
        multiple={false}
        disabled={check.isPending}
        onDrop={([file]) => {
          if (file) check.mutate({ file });
        }}
        hint={<Trans>The file stays on your computer. Only its SHA-256 is sent.</Trans>}
      />
      <form className={classes.sum} noValidate onSubmit={submit}>
        <Group gap="xs" align="end" wrap="wrap">
          <TextInput
            label={t`Or enter the SHA-256 of the file`}
            autoComplete="off"
            spellCheck={false}
            flex="1 1 16rem"
            {...form.getInputProps('sum')}
          />
          <Button type="submit" variant="default" loading={check.isPending}>
            <Trans>Check</Trans>
          </Button>
        </Group>
      </form>
      {error?.message === fileTooLarge ? (
        <p className={classes.failure} role="alert">
          <Trans>
            This file is too large for the browser. Calculate its SHA-256 with sha256sum and enter it here.
          </Trans>
        </p>
      ) : error ? (
        <ErrorState
          error={error}
          busy={check.isPending}
          onRetry={() => {
            if (check.variables) check.mutate(check.variables);
          }}
        />
      ) : null}
      {data &&
        (data.papers.length === 0 ? (
          <NotIssued name={data.name} sum={data.sum} />
        ) : (
          <IssuedPapers name={data.name} sum={data.sum} papers={data.papers} />
        ))}
      <p className={classes.note}>
        <Trans>To check a printed certificate, scan its code or open the address on it.</Trans>
      </p>
    </PublicPage>
  );
}
