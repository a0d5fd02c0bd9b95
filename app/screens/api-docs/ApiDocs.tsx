import { Button, Checkbox, Group, Paper, Text, UnstyledButton } from '@mantine/core';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { IconDownload, IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { platformContract } from '#shared/contract/platform.ts';
import { queryFor, urlOf } from '#app/lib/client.ts';
import { useUser } from '#app/lib/session.ts';
import { useUrlState } from '#app/lib/url-state.ts';
import {
  callsOf,
  isFound,
  mayMake,
  type ApiCall,
  type ApiDocument,
} from '#app/screens/api-docs/api-document.ts';
import { CallDetails } from '#app/screens/api-docs/CallDetails.tsx';
import classes from '#app/screens/api-docs/ApiDocs.module.css';
import { EmptyState } from '#app/ui/EmptyState.tsx';
import { Load } from '#app/ui/Load.tsx';
import { LineSkeletons } from '#app/ui/Loading.tsx';
import { Page, PageHeader, Section } from '#app/ui/PageHeader.tsx';
import { SearchField } from '#app/ui/SearchField.tsx';

/** /api-docs (OPS-06): the calls of the API, those that the reader may make first. */
export function ApiDocs() {
  const { t } = useLingui();
  const document = useQuery(queryFor(platformContract.docs));
  return (
    <Page>
      <PageHeader
        title={t`API`}
        subtitle={t`Look up API calls and try them with your own permissions`}
        actions={
          <Button
            component="a"
            href={urlOf(platformContract.docs)}
            download="openapi.json"
            variant="default"
            leftSection={<IconDownload size={18} aria-hidden />}
          >
            <Trans>Download OpenAPI document</Trans>
          </Button>
        }
      />
      <Load
        query={document}
        skeleton={<LineSkeletons label={t`Loading the description of the API...`} count={8} />}
      >
        {(data) => <Calls document={data as unknown as ApiDocument} />}
      </Load>
    </Page>
  );
}

function Calls({ document }: { readonly document: ApiDocument }) {
  const { t } = useLingui();
  const { permissions } = useUser();
  const [state, patch] = useUrlState({ q: '', mine: 'true', tokens: '', call: '' });
  const calls = useMemo(() => callsOf(document), [document]);
  const shown = calls.filter(
    (call) =>
      (state.mine !== 'true' || mayMake(call, permissions)) &&
      (state.tokens !== 'true' || call.takesTokens) &&
      isFound(call, state.q),
  );
  const areas = Map.groupBy(shown, ({ area }) => area);
  return (
    <>
      <Paper withBorder p="md" mb="md">
        <Group align="end" gap="md">
          <SearchField
            value={state.q}
            placeholder={t`Path, name or permission`}
            onSearch={(q) => patch({ q })}
          />
          <Checkbox
            label={t`Only calls I can make`}
            checked={state.mine === 'true'}
            onChange={({ currentTarget }) => patch({ mine: currentTarget.checked ? 'true' : 'false' })}
          />
          <Checkbox
            label={t`Only calls that accept API tokens`}
            checked={state.tokens === 'true'}
            onChange={({ currentTarget }) => patch({ tokens: currentTarget.checked ? 'true' : '' })}
          />
        </Group>
        <Text size="sm" c="dimmed" mt="xs" role="status">
          <Plural value={shown.length} one="# call" other="# calls" />
        </Text>
      </Paper>
      {shown.length === 0 && (
        <Paper withBorder>
          <EmptyState
            icon={IconSearch}
            title={<Trans>No calls found</Trans>}
            hint={<Trans>Try another search, or show calls that need other permissions.</Trans>}
          />
        </Paper>
      )}
      {[...areas].map(([area, some]) => (
        <Section key={area} title={<span translate="no">{area}</span>}>
          <ul className={classes.calls}>
            {some.map((call) => (
              <CallRow
                key={call.id}
                document={document}
                call={call}
                open={state.call === call.id}
                onToggle={() => patch({ call: state.call === call.id ? '' : call.id })}
              />
            ))}
          </ul>
        </Section>
      ))}
    </>
  );
}

function CallRow({
  document,
  call,
  open,
  onToggle,
}: {
  readonly document: ApiDocument;
  readonly call: ApiCall;
  readonly open: boolean;
  readonly onToggle: () => void;
}) {
  return (
    <li className={classes.call}>
      <UnstyledButton className={classes.head} aria-expanded={open} onClick={onToggle}>
        <span className={classes.method} translate="no">
          {call.method}
        </span>{' '}
        <span className={classes.path} translate="no">
          {call.path}
        </span>{' '}
        <Text component="span" size="sm" lang="en">
          {call.summary}
        </Text>
      </UnstyledButton>
      {open && <CallDetails document={document} call={call} />}
    </li>
  );
}
