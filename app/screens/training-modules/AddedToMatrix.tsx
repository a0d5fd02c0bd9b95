import { Button, Modal, Stack, Text } from '@mantine/core';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { curriculaContract } from '#shared/contract/curricula.ts';
import type { ResponseOf } from '#shared/contract/endpoint.ts';
import { MailNotice } from '#app/features/mail/MailNotice.tsx';
import { ButtonLink } from '#app/ui/links.tsx';
import { DialogFooter } from '#app/ui/DialogFooter.tsx';

/** The result of adding modules to a matrix (MTX-03), and the way to assign them to the people who need them (MTX-05). */
export function AddedToMatrix({
  answer,
  onClose,
}: {
  readonly answer: ResponseOf<typeof curriculaContract.assignModules>;
  readonly onClose: () => void;
}) {
  const { t } = useLingui();
  const { matrixId, matrixName, added, alreadyInMatrix, needed, assigned } = answer;
  const inNeed = assigned === null ? needed.people : 0;
  return (
    <Modal opened onClose={onClose} title={t`Added to ${matrixName}`} size="lg">
      <Stack gap="md">
        <Stack gap={4} role="status">
          <Text>
            <Plural value={added} one="# module was added." other="# modules were added." />
          </Text>
          {alreadyInMatrix.length > 0 && <AlreadyInMatrix count={alreadyInMatrix.length} />}
          {assigned !== null && assigned.assignments > 0 && (
            <Text>
              <Trans>
                <Plural value={assigned.assignments} one="# assignment" other="# assignments" /> for{' '}
                <Plural value={assigned.people} one="# person" other="# people" />
              </Trans>
            </Text>
          )}
          {assigned !== null && assigned.assignments > 0 && <MailNotice />}
          {inNeed > 0 && (
            <Text>
              <Plural
                value={inNeed}
                one="# person needs it now and is not assigned yet."
                other="# people need it now and are not assigned yet."
              />
            </Text>
          )}
        </Stack>
        <DialogFooter>
          <Button variant={inNeed > 0 ? 'default' : 'filled'} onClick={onClose}>
            <Trans>Done</Trans>
          </Button>
          {inNeed > 0 && (
            <ButtonLink to="/training-matrix" search={{ assign: String(matrixId) }}>
              <Trans>Assign in the Training Matrix</Trans>
            </ButtonLink>
          )}
        </DialogFooter>
      </Stack>
    </Modal>
  );
}

/** Shows that some of the modules are already in the matrix. */
export function AlreadyInMatrix({ count }: { readonly count: number }) {
  return (
    <Text size="sm" c="dimmed">
      <Plural
        value={count}
        one="# module was already in the matrix."
        other="# modules were already in the matrix."
      />
    </Text>
  );
}
