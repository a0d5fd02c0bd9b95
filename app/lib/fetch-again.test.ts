import { globSync, readFileSync } from 'node:fs';
import { QueryObserver } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { catalogue } from '#shared/contract/catalogue.ts';
import type { AnyEndpoint } from '#shared/contract/endpoint.ts';
import { keyOf } from '#app/lib/client.ts';
import { createQueryClient, refetchAfter } from '#app/lib/query.ts';

/** Which answers are old after which commands, at the least: what the screens show beside the buttons. */
const old: readonly (readonly [commands: string, answers: string])[] = [
  [
    'assignments.update assignments.removeMany assignments.recordCompletion assignments.assignModule assignments.setStatus',
    'assignments.employeeAssignments assignments.employeeStats assignments.employeeCompletions team.stats team.tree assignments.list assignments.mine home.own assignments.ownCounts assignments.ownStats modulePeople.list',
  ],
  [
    'bulkAssignments.assignModules bulkAssignments.changeDueDates assignments.startOnboarding',
    'assignments.employeeAssignments assignments.list home.own team.stats compliance.metrics compliance.people reports.completion modules.table',
  ],
  ['assignments.startOnboarding', 'people.details people.list people.stats'],
  ['assignments.recordCompletion assignments.setStatus assignments.removeMany', 'certificates.list'],
  ['bulkAssignments.assignModules curricula.assign assigningRuns.cancel', 'assigningRuns.list'],
  ['assignments.openView assignments.progress quizzes.handIn', 'assignments.mine home.own'],
  ['quizzes.begin quizzes.handIn quizzes.saveDraft', 'quizzes.state quizzes.attempt'],
  [
    'curricula.addModule curricula.assign curricula.assignModules curricula.createFromTemplate curricula.change curricula.changeEntry curricula.remove curricula.removeEntry curricula.removeMember',
    'curricula.matrices curricula.entries curricula.figures curricula.departments curricula.people assignments.list assignments.mine home.own',
  ],
  ['curricula.assignModules', 'modules.list modules.table modules.get'],
  ['curricula.setFeaturedDepartment', 'curricula.figures'],
  [
    'modules.create modules.quickCreate modules.update modules.load modules.bulkUpload modules.createCategory modules.renameCategory modules.removeCategory modules.setCategory modules.removeVersion modules.publish modules.remove modules.removeMany quizzes.save quizzes.remove',
    'modules.list modules.table modules.get modules.categories modules.counts modules.names modules.families modules.contentCheck quizzes.get',
  ],
  [
    'modules.publish modules.remove modules.removeMany',
    'assignments.list assignments.mine home.own curricula.matrices curricula.entries reports.completion',
  ],
  [
    'organizations.create organizations.update organizations.remove',
    'organizations.list organizations.get organizations.people organizations.removal organizations.landing people.list accessReviews.schedules hr.registrations',
  ],
  [
    'departments.create departments.rename organizations.create organizations.remove',
    'departments.list organizations.list people.list curricula.departments curricula.matrices',
  ],
  [
    'people.create people.update people.erase',
    'people.list people.stats people.details assignments.list compliance.metrics',
  ],
  ['people.grant people.revokeGrant accessReviews.sign', 'people.grants people.list accessReviews.accounts'],
  [
    'people.approveName people.declineName people.changeName',
    'people.nameRequests people.list people.details hr.cvs hr.cvOfPerson people.profile',
  ],
  [
    'people.updateProfile people.setPicture people.removePicture people.confirmEmail people.stopEmailChange people.resendConfirmation people.withdrawNameRequest',
    'people.profile',
  ],
  [
    'people.updateSettings accounts.confirmTwoFactor accounts.disableTwoFactor passkeys.register passkeys.revoke',
    'people.settings',
  ],
  [
    'accounts.confirmTwoFactor accounts.disableTwoFactor accounts.renewRecoveryCodes passkeys.register passkeys.revoke',
    'accounts.twoFactor',
  ],
  ['passkeys.register passkeys.revoke passkeys.rename', 'passkeys.list'],
  ['accounts.endSession accounts.endOtherSessions accounts.changePassword', 'accounts.sessions'],
  [
    'accounts.generatePassword accounts.setPassword accounts.sendResetLink accounts.unlock accounts.resetTwoFactor accounts.changePassword',
    'people.list',
  ],
  ['accounts.generatePassword accounts.setPassword', 'accounts.viewPassword'],
  [
    'signing.confirm signing.request signing.sendLink accounts.setPassword accounts.generatePassword accounts.resetTwoFactor',
    'signing.ofPerson',
  ],
  [
    'accessReviews.answer accessReviews.sign accessReviews.cancel accessReviews.open accessReviews.setSchedule',
    'accessReviews.get accessReviews.accounts accessReviews.list accessReviews.schedules',
  ],
  [
    'inspections.open inspections.change inspections.close inspections.request inspections.answer',
    'inspections.list inspections.get inspections.requests',
  ],
  [
    'absences.record absences.change absences.end absences.void people.erase',
    'absences.list people.list people.details home.own assignments.mine assignments.employeeAssignments compliance.metrics',
  ],
  ['apiTokens.create apiTokens.revoke', 'apiTokens.list'],
  ['directory.setRole', 'directory.groups people.list people.stats'],
  ['inspections.open inspections.change inspections.close', 'people.grants people.list'],
  [
    'webhooks.create webhooks.change webhooks.rotate webhooks.delete webhooks.test webhooks.resend',
    'webhooks.list webhooks.get webhooks.deliveries',
  ],
  [
    'pastImports.upload pastImports.addFile pastImports.check pastImports.confirm pastImports.cancel pastImports.reverse',
    'pastImports.list pastImports.get pastImports.rows',
  ],
  ['pastImports.confirm pastImports.reverse', 'assignments.list'],
  [
    'absenceImports.upload absenceImports.check absenceImports.confirm absenceImports.cancel',
    'absenceImports.list absenceImports.get absenceImports.rows',
  ],
  ['absenceImports.confirm', 'absences.list people.list assignments.list'],
  [
    'peopleImports.upload peopleImports.check peopleImports.confirm peopleImports.cancel',
    'peopleImports.list peopleImports.get peopleImports.rows',
  ],
  ['peopleImports.confirm', 'people.list people.stats departments.list assignments.list'],
  ['calendarFeed.replace calendarFeed.revoke', 'calendarFeed.get'],
  [
    'binders.request exports.request exports.cancel recordProtection.bundle savedExports.run',
    'exports.list savedExports.list',
  ],
  [
    'savedExports.create savedExports.change savedExports.rename savedExports.remove savedExports.schedule savedExports.unschedule savedExports.stop',
    'savedExports.list savedExports.schedules',
  ],
  [
    'hr.createAgreement hr.changeAgreement hr.sendAgreement hr.withdrawAgreement hr.signAgreement hr.declineAgreement hr.terminateAgreement hr.uploadAgreement people.erase',
    'hr.agreements hr.agreementFigures hr.agreement hr.ownDocuments hr.ownOpen hr.dashboard hr.activity home.own',
  ],
  [
    'hr.uploadCv hr.signCv hr.requestCvs hr.openCvRequest hr.setCvValidity people.erase',
    'hr.cvs hr.cvFigures hr.cvOfPerson hr.ownDocuments hr.ownOpen hr.dashboard home.own hr.cvValidity',
  ],
  [
    'hr.createDocument hr.changeDocument hr.uploadDocument hr.askToAcknowledge hr.acknowledge people.erase',
    'hr.organization hr.documents hr.document hr.readers hr.audience hr.ownDocuments hr.ownOpen home.own hr.activity',
  ],
  [
    'hr.createRegistration hr.changeRegistration hr.retireRegistration hr.restoreRegistration hr.addRegistrationDocument hr.changeRegistrationDocument hr.uploadRegistrationVersion',
    'hr.registrations hr.registration hr.dashboard hr.activity',
  ],
  [
    'integrityChecks.start integrityChecks.cancel integrityChecks.sign',
    'integrityChecks.list integrityChecks.standing integrityChecks.findings',
  ],
  ['trailReviews.sign', 'trailReviews.list'],
  ['mailTexts.change mailTexts.reset', 'mailTexts.list'],
  ['notifications.read notifications.readAll', 'notifications.list'],
  ['outbox.announce outbox.resend', 'outbox.list outbox.overview outbox.open'],
  ['reminderSchedule.change', 'reminderSchedule.get'],
  ['reminders.send', 'reminders.info outbox.list'],
];

const words = (text: string): readonly string[] => text.split(' ');
const byId = new Map(catalogue.map((endpoint) => [endpoint.id, endpoint]));
const commands = catalogue.filter(({ data }) => 'changes' in data);

/** Which of the answers on screen are fetched again after a command. */
async function fetchedAgain(command: AnyEndpoint): Promise<readonly string[]> {
  const client = createQueryClient();
  const fetched: string[] = [];
  const shown = catalogue.filter(({ method }) => method === 'GET');
  const stops = shown.map((endpoint) => {
    const queryKey = [...keyOf(endpoint, { params: { id: 7 } }), 'page'];
    client.setQueryData(queryKey, 'before');
    const queryFn = () => fetched.push(endpoint.id);
    return new QueryObserver(client, { queryKey, queryFn }).subscribe(() => undefined);
  });
  await refetchAfter(client, command);
  for (const stop of stops) stop();
  client.clear();
  return fetched;
}

test('[SHELL-12] the table below names every command that changes something, and only calls that exist', () => {
  const named = new Set(old.flatMap(([ids]) => words(ids)));
  expect(commands.map(({ id }) => id).filter((id) => !named.has(id))).toEqual([]);
  expect(
    old
      .flat()
      .flatMap(words)
      .filter((id) => !byId.has(id)),
  ).toEqual([]);
});

test.each(commands)('[SHELL-12] $id: what shows its data is fetched again, nothing else', async (command) => {
  const fetched = await fetchedAgain(command);
  const expected = old
    .filter(([ids]) => words(ids).includes(command.id))
    .flatMap(([, answers]) => words(answers));
  expect(expected.filter((id) => !fetched.includes(id))).toEqual([]);
  const changes = 'changes' in command.data ? command.data.changes : [];
  const sharing = catalogue.filter(
    ({ data }) => 'shows' in data && data.shows.some((tag) => changes.includes(tag)),
  );
  expect(fetched.toSorted()).toEqual(sharing.map(({ id }) => id).toSorted());
});

/** Commands that are sent without {@link useCommand} and after which another line fetches again, or nothing is to be. */
const elsewhere: Readonly<Record<string, string>> = {
  'assignments.openView': 'the viewer fetches when it is left',
  'assignments.progress': 'several a minute; the viewer fetches when it is left',
  'assignments.removeMany': 'a preview',
  'hr.openCvRequest': 'opens the screen with its own answers',
  'people.stopEmailChange': 'ends every session',
  'modules.bulkUpload': 'the dialog fetches after each file',
  'quizzes.saveDraft': 'the paper shows its answers itself',
};

/** The calls that a file sends by `call` or `upload`. */
async function sentIn(source: string): Promise<readonly AnyEndpoint[]> {
  const contracts = new Map<string, Record<string, AnyEndpoint>>();
  for (const [, names = '', file = ''] of source.matchAll(
    /import \{([^}]*)\} from '(#shared\/contract\/[^']*)'/g,
  )) {
    const module = (await import(/* @vite-ignore */ file)) as Record<string, Record<string, AnyEndpoint>>;
    for (const [, name = '', alias] of names.matchAll(/(\w+Contract)(?: as (\w+))?/g)) {
      contracts.set(alias ?? name, module[name] ?? {});
    }
  }
  const sent = source.matchAll(/\b(?:call|upload)\(\s*(\w+)\.(\w+)/g);
  return [...sent].flatMap(([, contract = '', key = '']) => contracts.get(contract)?.[key] ?? []);
}

test('[SHELL-12] a command that is sent by itself fetches again what shows its data', async () => {
  const left: string[] = [];
  let seen = 0;
  for (const file of globSync('app/**/*.{ts,tsx}')) {
    const source = readFileSync(file, 'utf8');
    const sent = (await sentIn(source)).filter(({ data }) => 'changes' in data);
    seen += sent.length;
    // `SignShownDialog command={…}` fetches again itself.
    if (/invalidate\(|reportChanged\(|command=\{/.test(source)) continue;
    left.push(
      ...sent
        .map(({ id }) => id)
        .filter((id) => !(id in elsewhere))
        .map((id) => `${file}: ${id}`),
    );
  }
  expect(left).toEqual([]);
  expect(seen).toBeGreaterThan(15);
});
