import {
  IconAlertTriangle,
  IconBell,
  IconChecklist,
  IconCircleCheck,
  IconKey,
  IconLogin2,
  IconRefresh,
  IconTableShare,
  IconUserPlus,
  type Icon,
} from '@tabler/icons-react';
import type { NotificationIcon } from '#shared/domain/notifications/types.ts';

/** A picture and the color behind it, by type (SPEC §3, UI.md 'Language of color'). */
export const bellIcons: Readonly<Record<NotificationIcon, readonly [icon: Icon, tone: string]>> = {
  first_login: [IconLogin2, 'blue'],
  user_registered: [IconUserPlus, 'blue'],
  training_completed: [IconCircleCheck, 'green'],
  matrix_completed: [IconChecklist, 'green'],
  overdue_training: [IconAlertTriangle, 'red'],
  renewal_due: [IconRefresh, 'amber'],
  matrix_assigned: [IconTableShare, 'blue'],
  password_reset: [IconKey, 'amber'],
  default: [IconBell, 'grey'],
};
