import { msg } from '@lingui/core/macro';
import { reminderMessages } from '#app/lib/reminder-messages.ts';
import { organizationMessages } from '#app/lib/organization-messages.ts';
import type { ToastRow } from '#app/lib/toasts.ts';
import { visitorMessages } from '#app/lib/visitor-messages.ts';

const assignedToPeople = msg({
  message:
    '{assignments, plural, one {# assignment} other {# assignments}} {people, plural, one {for # person} other {for # people}}',
});

/**
 * The texts of SPEC §8, to the letter, one row per outcome (SHELL-12). Screens name their row; a browser test proves each.
 * `serverFirst`: the server's message if it sent one, otherwise the text of the row.
 */
export const messages = {
  ...visitorMessages,
  ...reminderMessages,
  ...organizationMessages,

  passwordChanged: {
    tone: 'default',
    title: msg`Password Changed`,
    text: msg`Your password has been updated successfully.`,
  },
  passwordChangeFailed: {
    tone: 'destructive',
    title: msg`Password Change Failed`,
    text: msg`Failed to change password. Please try again.`,
    serverFirst: true,
  },

  statusUpdated: { tone: 'default', title: msg`Status Updated` },
  statusUpdateFailed: {
    tone: 'destructive',
    title: msg`Update Failed`,
    text: msg`Failed to update training assignment status. Please try again.`,
  },
  contentNotAvailable: {
    tone: 'destructive',
    title: msg`Content Not Available`,
    text: msg`The content of this module has not been uploaded yet. Please contact the administrator.`,
  },
  assignmentsDeleted: {
    tone: 'default',
    title: msg`Assignments Deleted`,
    text: msg({ message: '{count} training assignments have been removed successfully.' }),
  },
  assignmentsDeleteFailed: {
    tone: 'destructive',
    title: msg`Delete Failed`,
    text: msg`Failed to delete training assignments. Please try again.`,
  },
  moduleAssignFailed: {
    tone: 'destructive',
    title: msg`Error`,
    text: msg`Failed to assign training module`,
  },
  onboardingFailed: {
    tone: 'destructive',
    title: msg`Error`,
    text: msg`Failed to initiate onboarding training`,
  },

  moduleDeleteFailed: {
    tone: 'destructive',
    title: msg`Delete Failed`,
    text: msg`Failed to delete training module`,
  },
  categoryDeleteFailed: {
    tone: 'destructive',
    title: msg`Delete Failed`,
    text: msg`Failed to delete category`,
  },
  categoryCreateFailed: {
    tone: 'destructive',
    title: msg`Creation Failed`,
    text: msg`Failed to create category`,
  },
  categoryRenameFailed: {
    tone: 'destructive',
    title: msg`Rename Failed`,
    text: msg`Failed to rename category`,
  },
  categorySet: {
    tone: 'default',
    title: msg`Category Set`,
    text: msg({ message: '{count, plural, one {# module changed} other {# modules changed}}' }),
  },
  modulesRemoved: {
    tone: 'default',
    title: msg`Modules Removed`,
    text: msg({ message: '{deleted} deleted, {retired} retired' }),
  },
  categoryCreated: { tone: 'default', title: msg`Category Created` },
  categoryRenamed: { tone: 'default', title: msg`Category Renamed` },
  categoryDeleted: { tone: 'default', title: msg`Category Deleted` },
  moduleDeleted: { tone: 'default', title: msg`Module Deleted` },
  moduleRetired: {
    tone: 'default',
    title: msg`Module Retired`,
    text: msg`You can restore it in its settings.`,
  },
  filesUploaded: {
    tone: 'default',
    title: msg`Files Uploaded`,
    text: msg({ message: '{count, plural, one {# file was stored} other {# files were stored}}' }),
  },
  versionPublished: { tone: 'default', title: msg`Version Published` },
  versionScheduled: {
    tone: 'default',
    title: msg`Version Published`,
    text: msg`It takes effect on its date.`,
  },
  versionRemoved: { tone: 'default', title: msg`Version Removed` },
  contentSaved: { tone: 'default', title: msg`Content Saved` },
  uploadedPartly: {
    tone: 'destructive',
    title: msg`Some Files Not Uploaded`,
    text: msg({
      message: '{stored} of {total} files were uploaded. The dialog says why the others were not.',
    }),
  },
  uploadFailed: { tone: 'destructive', title: msg`Upload Failed`, text: msg`Failed to upload files` },
  moduleCreateFailed: { tone: 'destructive', title: msg`Error`, text: msg`Failed to create training module` },
  moduleUpdateFailed: { tone: 'destructive', title: msg`Error`, text: msg`Failed to update training module` },
  contentLoadFailed: { tone: 'destructive', title: msg`Error`, text: msg`Failed to load module content` },
  contentUpdateFailed: { tone: 'destructive', title: msg`Error`, text: msg`Failed to update module content` },
  departmentCreateFailed: { tone: 'destructive', title: msg`Error`, text: msg`Failed to create department` },
  quickCreateFailed: {
    tone: 'destructive',
    title: msg`Creation Failed`,
    text: msg({ message: 'Failed to create module from {file}' }),
  },
  modulesRefreshFailed: {
    tone: 'destructive',
    title: msg`Refresh Error`,
    text: msg`Failed to refresh module data`,
  },
  moduleNotFound: { tone: 'destructive', title: msg`Module Not Found` },

  userCreateFailed: { tone: 'destructive', title: msg`Error`, text: msg`Failed to create user` },
  userUpdateFailed: { tone: 'destructive', title: msg`Error`, text: msg`Failed to update user` },
  passwordGenerateFailed: {
    tone: 'destructive',
    title: msg`Error`,
    text: msg`Failed to generate new password`,
  },
  passwordRetrieveFailed: { tone: 'destructive', title: msg`Error`, text: msg`Failed to retrieve password` },
  passwordSetFailed: { tone: 'destructive', title: msg`Error`, text: msg`Failed to set manual password` },
  passwordCopied: { tone: 'default', title: msg`Copied`, text: msg`Password copied to clipboard` },

  linkCopied: { tone: 'default', title: msg`Copied`, text: msg`Link copied to clipboard` },
  linkNotCopied: {
    tone: 'destructive',
    title: msg`Not Copied`,
    text: msg`The browser does not allow it. Open the page and copy its address.`,
  },
  textNotCopied: {
    tone: 'destructive',
    title: msg`Not Copied`,
    text: msg`The browser does not allow it. Select the text and copy it.`,
  },
  calendarLinkFailed: {
    tone: 'destructive',
    title: msg`Error`,
    text: msg`The calendar link could not be changed. Please try again.`,
  },
  calendarLinkRevoked: { tone: 'default', title: msg`Link Revoked` },
  certificateDownloadFailed: {
    tone: 'destructive',
    title: msg`Download Failed`,
    text: msg`The certificate could not be created. Please try again.`,
  },
  proofDownloadFailed: {
    tone: 'destructive',
    title: msg`Download Failed`,
    text: msg`The proof file could not be downloaded. Please try again.`,
    serverFirst: true,
  },

  noModulesSelected: {
    tone: 'destructive',
    title: msg`No Modules Selected`,
    text: msg`Please select at least one module to assign`,
  },
  noMatrixSelected: {
    tone: 'destructive',
    title: msg`No Matrix Selected`,
    text: msg`Please select an existing training matrix`,
  },
  matrixNameRequired: {
    tone: 'destructive',
    title: msg`Matrix Name Required`,
    text: msg`Please provide a matrix name`,
  },
  departmentRequired: {
    tone: 'destructive',
    title: msg`Department Required`,
    text: msg`Please select a department for the new matrix`,
  },
  matrixAssignmentFailed: {
    tone: 'destructive',
    title: msg`Assignment Failed`,
    text: msg`Failed to assign modules to training matrix`,
    serverFirst: true,
  },
  matrixTemplateFailed: {
    tone: 'destructive',
    title: msg`Error`,
    text: msg`Failed to create training matrix template`,
  },
  matrixAssignFailed: { tone: 'destructive', title: msg`Error`, text: msg`Failed to assign training matrix` },
  matrixAddFailed: {
    tone: 'destructive',
    title: msg`Error`,
    text: msg`Failed to add module to training matrix`,
  },
  matrixRemoveFailed: {
    tone: 'destructive',
    title: msg`Error`,
    text: msg`Failed to remove module from training matrix`,
  },
  matrixAssigned: { tone: 'default', title: msg`Template assigned`, text: assignedToPeople },
  assigningBegun: {
    tone: 'default',
    title: msg`Assigning Continues in the Background`,
    text: msg`This is a large group. You can continue working.`,
  },
  matrixModuleAssigned: { tone: 'default', title: msg`Module Added`, text: assignedToPeople },
  matrixCreatedAssigned: { tone: 'default', title: msg`Matrix Created`, text: assignedToPeople },
  matrixCreated: {
    tone: 'default',
    title: msg`Matrix Created`,
    text: msg({
      message: '{count, plural, one {# module from the template} other {# modules from the template}}',
    }),
  },
  matrixUpdated: { tone: 'default', title: msg`Matrix Updated` },
  matrixRemoved: { tone: 'default', title: msg`Matrix Removed` },
  matrixModuleAdded: { tone: 'default', title: msg`Module Added` },
  matrixModuleUpdated: { tone: 'default', title: msg`Module Updated` },
  matrixModuleRemoved: { tone: 'default', title: msg`Module Removed` },
  matrixMemberRemoved: { tone: 'default', title: msg`Membership Ended` },
  departmentUpdateFailed: { tone: 'destructive', title: msg`Error`, text: msg`Failed to update department` },
  departmentCreated: { tone: 'default', title: msg`Department Created` },
  departmentRenamed: { tone: 'default', title: msg`Department Renamed` },

  mailResent: { tone: 'default', title: msg`Email is on its way` },
  mailsResent: { tone: 'default', title: msg`Emails are on their way` },
  mailChanged: { tone: 'default', title: msg`This email was sent or changed in the meantime` },
  mailResendFailed: {
    tone: 'destructive',
    title: msg`Error`,
    text: msg`The email could not be sent again`,
    serverFirst: true,
  },
  scheduleSaved: { tone: 'default', title: msg`Schedule saved` },
  mailTextSaved: { tone: 'default', title: msg`Text saved` },
  mailTextReset: { tone: 'default', title: msg`Text reset` },
  announcementSent: { tone: 'default', title: msg`Announcement queued` },
  profileUpdated: { tone: 'default', title: msg`Profile Updated` },
  nameRequested: {
    tone: 'default',
    title: msg`Name change requested`,
    text: msg`HR or an administrator must approve it.`,
  },
  profileUpdatedNameRequested: {
    tone: 'default',
    title: msg`Profile Updated`,
    text: msg`Your name change is pending approval by HR or an administrator.`,
  },
  nameRequestWithdrawn: { tone: 'default', title: msg`Request withdrawn` },
  pictureUpdated: { tone: 'default', title: msg`Picture Updated` },
  pictureRemoved: { tone: 'default', title: msg`Picture Removed` },
  emailKept: {
    tone: 'default',
    title: msg`Email Kept`,
    text: msg`The change was undone; its link no longer works.`,
  },
  profileUpdateFailed: {
    tone: 'destructive',
    title: msg`Update Failed`,
    text: msg`Failed to update profile. Please try again.`,
  },
  confirmationSent: {
    tone: 'default',
    title: msg`Link Sent`,
    text: msg`Open the link in the message to confirm the new address.`,
  },
  settingsUpdated: { tone: 'default', title: msg`Settings Updated` },
  settingsUpdateFailed: {
    tone: 'destructive',
    title: msg`Update Failed`,
    text: msg`Failed to save settings. Please try again.`,
  },
  fieldsMissing: { tone: 'destructive', title: msg`Error`, text: msg`Please fill in all fields` },
} as const satisfies Record<string, ToastRow>;
