import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { modulesContract } from '#shared/contract/modules.ts';
import { completionPolicies } from '#shared/domain/modules/completion-policy.ts';
import { shownContentType } from '#shared/domain/modules/shown-type.ts';
import { nameOfFamily } from '#app/features/training/family-names.ts';
import { queryFor } from '#app/lib/client.ts';
import { useFormat } from '#app/lib/format.ts';
import classes from '#app/screens/training-modules/Dialogs.module.css';
import { contentTypeLabels, policyLabels } from '#app/screens/training-modules/labels.ts';
import { sizeOf, type ModuleDetails } from '#app/screens/training-modules/modules.ts';
import { Moment } from '#app/ui/Moment.tsx';

/** The facts of a module as name and value (SPEC §3). */
export function ModuleFactList({ module }: { readonly module: ModuleDetails }) {
  const { i18n } = useLingui();
  const { percent, bytes } = useFormat();
  const size = sizeOf(module);
  const families = useQuery(queryFor(modulesContract.families));
  const family = families.data?.find(({ code }) => code === module.family);
  const shown = shownContentType(module.contentType, module.files);
  const type = contentTypeLabels[shown];
  const policy = completionPolicies.find((known) => known === module.completionPolicy);
  const facts: readonly (readonly [key: string, name: ReactNode, value: ReactNode])[] = [
    ['reference', <Trans key="n">Reference</Trans>, module.reference],
    ['type', <Trans key="n">Content type</Trans>, type ? i18n._(type) : shown],
    ['category', <Trans key="n">Training Category</Trans>, module.trainingCategory],
    [
      'family',
      <Trans key="n">Organization family</Trans>,
      family ? nameOfFamily(family, families.data ?? []) : module.family,
    ],
    [
      'duration',
      <Trans key="n">Duration</Trans>,
      module.duration > 0 ? (
        <Plural key="v" value={module.duration} one="# minute" other="# minutes" />
      ) : null,
    ],
    [
      'score',
      <Trans key="n">Passing score</Trans>,
      module.passingScore === null ? null : percent(module.passingScore, 2),
    ],
    [
      'policy',
      <Trans key="n">Completion</Trans>,
      policy ? i18n._(policyLabels[policy]) : module.completionPolicy,
    ],
    ['creator', <Trans key="n">Content creator</Trans>, module.contentCreator],
    ['size', <Trans key="n">Size of the files</Trans>, size === null ? null : bytes(size)],
    [
      'state',
      <Trans key="n">State</Trans>,
      module.retiredAt !== null ? (
        <Trans key="v">Retired</Trans>
      ) : module.isActive ? (
        <Trans key="v">Active</Trans>
      ) : (
        <Trans key="v">Inactive</Trans>
      ),
    ],
    ['created', <Trans key="n">Created</Trans>, <Moment key="v" value={module.createdAt} show="dateTime" />],
    ['changed', <Trans key="n">Changed</Trans>, <Moment key="v" value={module.updatedAt} show="dateTime" />],
  ];
  return (
    <dl className={classes.facts}>
      {facts.map(([key, name, value]) => (
        <div key={key}>
          <dt>{name}</dt>
          <dd>{value ?? '–'}</dd>
        </div>
      ))}
    </dl>
  );
}
