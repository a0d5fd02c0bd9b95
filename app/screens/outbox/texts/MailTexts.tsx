import { Select } from '@mantine/core';
import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { mailTextsContract } from '#shared/contract/mail-texts.ts';
import { organizationsContract } from '#shared/contract/organizations.ts';
import { languageNames, languages } from '#shared/domain/people/settings.ts';
import { queryFor } from '#app/lib/client.ts';
import { useUser } from '#app/lib/session.ts';
import { useUrlState } from '#app/lib/url-state.ts';
import { useTemplateLabel } from '#app/screens/outbox/MailFacts.tsx';
import { MailTextForm } from '#app/screens/outbox/texts/MailTextForm.tsx';
import classes from '#app/screens/outbox/texts/MailTexts.module.css';
import { Load } from '#app/ui/Load.tsx';
import { LineSkeletons } from '#app/ui/Loading.tsx';
import { Page, PageHeader } from '#app/ui/PageHeader.tsx';

/** /outbox/texts (NOT-06): the texts of emails by organization and language, with preview and reset. */
export function MailTexts() {
  const { t } = useLingui();
  const labelOf = useTemplateLabel();
  const user = useUser();
  const [view, patch] = useUrlState({ organization: '', language: user.language, kind: '' });
  const language = languages.find((one) => one === view.language) ?? 'en';
  const organizationId = /^[1-9]\d{0,8}$/.test(view.organization) ? Number(view.organization) : null;
  const organizations = useQuery(
    queryFor(organizationsContract.list, { query: { sort: 'name', limit: 1000 } }),
  );
  const texts = useQuery({
    ...queryFor(mailTextsContract.list, {
      query: { language, ...(organizationId !== null && { organizationId: String(organizationId) }) },
    }),
    staleTime: 0,
  });
  return (
    <Page>
      <PageHeader
        crumbs={[{ label: t`Outbox`, to: '/outbox' }, { label: t`Email texts` }]}
        title={t`Email texts`}
        subtitle={t`Change what emails say, by organization and language`}
      />
      <Load query={texts} skeleton={<LineSkeletons count={5} height={56} label={t`Loading texts...`} />}>
        {(kinds) => {
          const kind = kinds.find(({ template }) => template === view.kind) ?? kinds[0];
          return (
            <>
              <div className={classes.choices}>
                <Select
                  label={t`Email`}
                  searchable
                  allowDeselect={false}
                  data={kinds
                    .map(({ template }) => ({ value: template, label: labelOf(template) }))
                    .toSorted((a, b) => a.label.localeCompare(b.label))}
                  value={kind?.template ?? null}
                  onChange={(next) => patch({ kind: next ?? '' })}
                />
                <Select
                  label={t`Organization`}
                  searchable
                  allowDeselect={false}
                  data={[
                    { value: '', label: t`All organizations` },
                    ...(organizations.data ?? []).map(({ id, name }) => ({ value: String(id), label: name })),
                  ]}
                  error={organizations.error ? t`The organizations could not be loaded.` : undefined}
                  value={organizationId === null ? '' : String(organizationId)}
                  onChange={(next) => patch({ organization: next ?? '' })}
                />
                <Select
                  label={t`Language`}
                  allowDeselect={false}
                  data={languages.map((one) => ({ value: one, label: languageNames[one] }))}
                  value={language}
                  onChange={(next) => patch({ language: next ?? 'en' })}
                />
              </div>
              {kind && (
                <MailTextForm
                  key={[kind.template, organizationId, language, kind.origin, kind.subject, kind.body].join()}
                  kind={kind}
                  language={language}
                  organizationId={organizationId}
                />
              )}
            </>
          );
        }}
      </Load>
    </Page>
  );
}
