import { Text } from '@mantine/core';
import { Plural, Trans } from '@lingui/react/macro';
import { useUser } from '#app/lib/session.ts';
import type { Figures } from '#app/screens/module-people/people-view.ts';
import classes from '#app/screens/module-people/ModulePeople.module.css';
import { TextLink } from '#app/ui/links.tsx';
import { Moment } from '#app/ui/Moment.tsx';
import { ToneBadge } from '#app/ui/ToneBadge.tsx';

/** The subject of the figures: the effective version of the module, and the matrices that contain it. */
export function ModuleFacts({ figures: { module, matrices } }: { readonly figures: Figures }) {
  const { permissions } = useUser();
  const opensMatrices = permissions.includes('matrices.manage');
  const { version, effectiveFrom, reference } = module;
  return (
    <div className={classes.facts}>
      <Text size="sm" component="div" className={classes.line}>
        {reference !== null && <span>{reference}</span>}
        {version === null ? (
          <span>
            <Trans>No version has been published.</Trans>
          </span>
        ) : (
          <span>
            <Trans>Version {version}</Trans>
            {effectiveFrom !== null && (
              <>
                {', '}
                <Trans>
                  effective since <Moment value={effectiveFrom} />
                </Trans>
              </>
            )}
          </span>
        )}
        {module.isRetired ? (
          <ToneBadge tone="crimson" size="sm">
            <Trans>Retired</Trans>
          </ToneBadge>
        ) : (
          !module.isActive && (
            <ToneBadge tone="gray" size="sm">
              <Trans>Inactive</Trans>
            </ToneBadge>
          )
        )}
        {!module.hasContent && (
          <ToneBadge tone="amber" size="sm">
            <Trans>Content Needed</Trans>
          </ToneBadge>
        )}
      </Text>
      {permissions.includes('matrices.view') && (
        <Text size="sm" component="div" className={classes.line}>
          {matrices.length === 0 ? (
            <Text span inherit c="dimmed">
              <Trans>No training matrix includes this module.</Trans>
            </Text>
          ) : (
            <>
              <Text span inherit c="dimmed">
                <Plural value={matrices.length} one="In # training matrix:" other="In # training matrices:" />
              </Text>
              {matrices.map(({ id, name, organizationName, isRequired }) => (
                <span key={id}>
                  {opensMatrices ? (
                    <TextLink to="/training-matrix" search={{ q: name }} inherit underline="always">
                      {name}
                    </TextLink>
                  ) : (
                    name
                  )}
                  <Text span inherit c="dimmed">
                    {organizationName !== null && ` (${organizationName})`}
                    {!isRequired && (
                      <>
                        {' · '}
                        <Trans>optional</Trans>
                      </>
                    )}
                  </Text>
                </span>
              ))}
            </>
          )}
        </Text>
      )}
    </div>
  );
}
