import {
  IconAward,
  IconBook2,
  IconBuilding,
  IconCalendarQuestion,
  IconChartBar,
  IconClipboardList,
  IconDownload,
  IconFileCv,
  IconFileDescription,
  IconGridDots,
  IconHistory,
  IconHome2,
  IconMailForward,
  IconShieldCheck,
  IconShieldSearch,
  IconUserCheck,
  IconUsers,
  IconUsersGroup,
  IconWritingSign,
  type Icon,
} from '@tabler/icons-react';

/** The drawings of menu entries by the names that the table of screens uses. */
export const menuIcons = {
  dashboard: IconHome2,
  people: IconUsers,
  organizations: IconBuilding,
  modules: IconBook2,
  matrix: IconGridDots,
  report: IconChartBar,
  compliance: IconShieldCheck,
  qualified: IconCalendarQuestion,
  export: IconDownload,
  team: IconUsersGroup,
  assignments: IconClipboardList,
  certificate: IconAward,
  cv: IconFileCv,
  agreement: IconWritingSign,
  documents: IconFileDescription,
  outbox: IconMailForward,
  integrity: IconShieldSearch,
  audit: IconHistory,
  access: IconUserCheck,
} as const satisfies Record<string, Icon>;

/** A name of {@link menuIcons}. */
export type MenuIcon = keyof typeof menuIcons;
