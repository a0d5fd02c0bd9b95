import { Button, Text, Title } from '@mantine/core';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { IconCircleCheck, IconClock, IconGitBranch, IconPencil, type Icon } from '@tabler/icons-react';
import { modulePublishingContract } from '#shared/contract/module-publishing.ts';
import { messages } from '#app/lib/messages.ts';
import { useCommand } from '#app/lib/query.ts';
import classes from '#app/screens/training-modules/Dialogs.module.css';
import { type ModuleDetails } from '#app/screens/training-modules/modules.ts';
import type { DraftToPublish } from '#app/screens/training-modules/publish/PublishDialog.tsx';
import type { Tone } from '#app/theme/tokens.ts';
import { ConfirmDialog } from '#app/ui/ConfirmDialog.tsx';
import { Moment } from '#app/ui/Moment.tsx';
import { ToneBadge } from '#app/ui/ToneBadge.tsx';

/** A version in the history of a module. */
export type ModuleVersion = ModuleDetails['versions'][number];

/** The versions of a module, newest first: start, author, changes, and the hash of the content (MOD-11). */
export function VersionHistory({
  module,
  onPublish,
  onRemove,
}: {
  readonly module: ModuleDetails;
  readonly onPublish: (draft: DraftToPublish) => void;
  readonly onRemove: (version: ModuleVersion) => void;
}) {
  const { t } = useLingui();
  return (
    <section className={classes.part}>
      <Title order={3} size="h4">
        <Trans>Versions</Trans>
      </Title>
      <ol className={classes.files} reversed aria-label={t`Versions of the module`}>
        {module.versions.map((version) => (
          <li key={version.id} className={classes.version}>
            <VersionWords version={version} />
            {(version.state === 'draft' || version.state === 'waiting') && (
              <div className={classes.versionButtons}>
                {version.state === 'draft' && (
                  <Button
                    size="xs"
                    onClick={() =>
                      onPublish({
                        moduleId: module.id,
                        versionId: version.id,
                        title: module.title,
                        changeNote: version.changeNote,
                      })
                    }
                  >
                    <Trans>Publish...</Trans>
                  </Button>
                )}
                <Button size="xs" variant="subtle" color="red" onClick={() => onRemove(version)}>
                  {version.state === 'draft' ? <Trans>Discard draft</Trans> : <Trans>Withdraw</Trans>}
                </Button>
              </div>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}

function VersionWords({ version }: { readonly version: ModuleVersion }) {
  return (
    <>
      <div className={classes.versionHead}>
        <Text size="sm" fw={600}>
          <Trans>Version {version.number}</Trans>
        </Text>
        <StateBadge state={version.state} />
      </div>
      {version.changeNote && (
        <Text size="sm" className={classes.wrapped}>
          {version.changeNote}
        </Text>
      )}
      {version.overtakenBy && (
        <Text size="xs" fw={550} className={classes.behind}>
          <IconGitBranch size={14} aria-hidden />{' '}
          <Trans>
            Based on an older version: started from version {version.overtakenBy.basedOn}, version{' '}
            {version.overtakenBy.number} has been effective since{' '}
            <Moment value={version.overtakenBy.effectiveFrom} show="dateTime" />
          </Trans>
        </Text>
      )}
      {version.state === 'draft' && (
        <Text size="xs" c="dimmed">
          {version.createdBy === null ? (
            <Trans>
              Created <Moment value={version.createdAt} show="dateTime" />
            </Trans>
          ) : (
            <Trans>
              Created <Moment value={version.createdAt} show="dateTime" /> by {version.createdBy}
            </Trans>
          )}
        </Text>
      )}
      {version.publishedAt !== null && (
        <Text size="xs" c="dimmed">
          {version.publishedBy === null ? (
            <Trans>
              Published <Moment value={version.publishedAt} show="dateTime" />
            </Trans>
          ) : (
            <Trans>
              Published <Moment value={version.publishedAt} show="dateTime" /> by {version.publishedBy}
            </Trans>
          )}
          {version.effectiveFrom !== null && (
            <>
              {' · '}
              <Trans>
                effective from <Moment value={version.effectiveFrom} show="dateTime" />
              </Trans>
            </>
          )}
        </Text>
      )}
      {version.retraining !== 'none' && (
        <Text size="xs" c="dimmed">
          {version.retraining === 'all' ? (
            <Trans>Everyone retrains</Trans>
          ) : (
            <Trans>People who completed it must retrain</Trans>
          )}
          {version.retrainingDays !== null && (
            <>
              {' · '}
              <Plural value={version.retrainingDays} one="due after # day" other="due after # days" />
            </>
          )}
        </Text>
      )}
      {version.contentHash !== null && (
        <Text size="xs" c="dimmed" className={classes.hash} translate="no">
          SHA-256 <code>{version.contentHash}</code>
        </Text>
      )}
    </>
  );
}

const looks: Readonly<Record<'draft' | 'waiting' | 'in_force', readonly [Tone, Icon]>> = {
  draft: ['amber', IconPencil],
  waiting: ['blue', IconClock],
  in_force: ['green', IconCircleCheck],
};

function StateBadge({ state }: { readonly state: ModuleVersion['state'] }) {
  if (state === 'past') return null;
  const [tone, icon] = looks[state];
  return (
    <ToneBadge tone={tone} icon={icon} size="sm">
      {state === 'draft' ? (
        <Trans>Draft</Trans>
      ) : state === 'waiting' ? (
        <Trans>Scheduled</Trans>
      ) : (
        <Trans>Effective</Trans>
      )}
    </ToneBadge>
  );
}

/** Requests confirmation before a draft or a scheduled version is removed (MOD-11). */
export function RemoveVersionDialog({
  moduleId,
  version,
  onClose,
}: {
  readonly moduleId: number;
  readonly version: ModuleVersion;
  readonly onClose: () => void;
}) {
  const { t } = useLingui();
  const remove = useCommand(modulePublishingContract.removeVersion, {
    failure: messages.contentUpdateFailed,
    success: messages.versionRemoved,
    onSuccess: onClose,
  });
  return (
    <ConfirmDialog
      opened
      destructive
      title={version.state === 'draft' ? t`Discard the draft?` : t`Withdraw version ${version.number}?`}
      confirmLabel={version.state === 'draft' ? <Trans>Discard draft</Trans> : <Trans>Withdraw</Trans>}
      effects={<Trans>Its content is removed. No one has read it, and nothing changes for anyone.</Trans>}
      busy={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate({ params: { id: moduleId, versionId: version.id } })}
      onClose={onClose}
    />
  );
}
