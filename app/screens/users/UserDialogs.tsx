import type { PersonRow } from '#app/features/people/people.ts';
import { AccessDialog } from '#app/screens/users/AccessDialog.tsx';
import { EditUserDialog } from '#app/screens/users/EditUserDialog.tsx';
import { ExportDataDialog } from '#app/screens/users/ExportDataDialog.tsx';
import { EraseDialog } from '#app/screens/users/EraseDialog.tsx';
import {
  GeneratePasswordDialog,
  SetPasswordDialog,
  ViewPasswordDialog,
} from '#app/screens/users/PasswordDialogs.tsx';
import { ResetLinkDialog, ResetTwoFactorDialog, UnlockDialog } from '#app/screens/users/SecurityDialogs.tsx';
import type { UserDialog } from '#app/screens/users/UserActions.tsx';

/** The dialog that a row has opened. */
export function UserDialogs({
  dialog,
  person,
  onOpen,
  onClose,
}: {
  readonly dialog: UserDialog;
  readonly person: PersonRow;
  readonly onOpen: (dialog: UserDialog, person: PersonRow) => void;
  readonly onClose: () => void;
}) {
  const props = { person, onClose };
  switch (dialog) {
    case 'edit':
      return <EditUserDialog {...props} />;
    case 'viewPassword':
      return <ViewPasswordDialog {...props} onGenerate={() => onOpen('generatePassword', person)} />;
    case 'generatePassword':
      return <GeneratePasswordDialog {...props} />;
    case 'setPassword':
      return <SetPasswordDialog {...props} />;
    case 'access':
      return <AccessDialog {...props} />;
    case 'resetLink':
      return <ResetLinkDialog {...props} />;
    case 'unlock':
      return <UnlockDialog {...props} />;
    case 'resetTwoFactor':
      return <ResetTwoFactorDialog {...props} />;
    case 'exportData':
      return <ExportDataDialog {...props} />;
    case 'erase':
      return <EraseDialog {...props} />;
  }
}
