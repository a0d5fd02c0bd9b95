import type { Locator, Page } from '@playwright/test';
import { fiveQuestions } from '#tests/harness/quiz-world.ts';
import { readPdf } from '#tests/harness/read-pdf.ts';
import { cardOf, findModules, makeModule, unique } from './admin-world.ts';
import { expect, test, toastOf } from './learner-fixtures.ts';
import { acceptAgreement } from './learner-world.ts';
import { checkLooks } from './looks.ts';
import { complete } from './viewer-parts.ts';

const desk = { width: 1440, height: 900 };
const phone = { width: 360, height: 740 };
const editor = (page: Page): Locator => page.getByRole('dialog', { name: /^Quiz: / });
const question = (page: Page, number: number): Locator =>
  editor(page).getByRole('article', { name: `Question ${String(number)}`, exact: true });
const asked = (page: Page, text: string): Locator => page.getByRole('group', { name: text });
const [single, multiple, truth, numeric, shortText] = fiveQuestions.map(({ text }) => text) as [
  string,
  string,
  string,
  string,
  string,
];

async function add(page: Page, kind: string, number: number, text: string): Promise<Locator> {
  await editor(page).getByRole('button', { name: 'Add question' }).click();
  await page.getByRole('menuitem', { name: kind }).click();
  const card = question(page, number);
  await expect(card.getByRole('textbox', { name: 'Question' })).toBeFocused();
  await page.keyboard.type(text);
  await card.getByRole('textbox', { name: 'Points' }).fill('2');
  return card;
}

/** Writes the five questions with the mouse and the keyboard, as an administrator does. */
async function writeQuestions(page: Page): Promise<void> {
  const first = await add(page, 'Single choice', 1, single);
  await first.getByRole('textbox', { name: 'Choice 1' }).fill('Care for the participant');
  // Enter leads on, past the last choice to a new one.
  await page.keyboard.press('Enter');
  await expect(first.getByRole('textbox', { name: 'Choice 2' })).toBeFocused();
  await page.keyboard.type('Fill in the form');
  await page.keyboard.press('Enter');
  await expect(first.getByRole('textbox', { name: 'Choice 3' })).toBeFocused();
  await page.keyboard.type('Call the sponsor');
  await first.getByRole('textbox', { name: 'Explanation' }).fill('The person comes before every paper.');

  const second = await add(page, 'Multiple choice', 2, multiple);
  await second.getByRole('textbox', { name: 'Choice 1' }).fill('A stay in hospital');
  await second.getByRole('textbox', { name: 'Choice 2' }).fill('A strong headache');
  await second.getByRole('button', { name: 'Add choice' }).click();
  await page.keyboard.type('Danger to life');
  await second.getByRole('checkbox', { name: 'Correct: A stay in hospital' }).check();
  await second.getByRole('checkbox', { name: 'Correct: Danger to life' }).check();

  const third = await add(page, 'True or false', 3, truth);
  await third.getByRole('radio', { name: 'False' }).check();
  const fourth = await add(page, 'Number', 4, numeric);
  await fourth.getByRole('textbox', { name: 'Correct number' }).fill('24');
  const fifth = await add(page, 'Short text', 5, shortText);
  await fifth.getByRole('textbox', { name: 'Accepted answers' }).fill('Ethics Committee\nIRB');
}

test('[VIEW-06] [MOD-03] [SIG-02] [LRN-05] a quiz of five kinds is written, failed with feedback, passed, signed, and its score certified', async ({
  page,
  signIn,
  world,
}) => {
  test.slow();
  const title = unique('Safety Knowledge Check');
  const moduleId = await makeModule(world, title, {
    contentType: 'quiz',
    content: undefined,
    passingScore: 80,
  });
  await page.setViewportSize(desk);
  await signIn('admin', '/');
  await findModules(page, title);
  await cardOf(page, title).getByRole('button', { name: 'Quiz' }).click();
  await expect(editor(page)).toContainText('No questions yet');
  await editor(page).getByRole('button', { name: 'Save quiz' }).click();
  await expect(editor(page)).toContainText('Write at least one question');
  await writeQuestions(page);

  // The single choice has no right answer yet: told at its field when the quiz is saved.
  await editor(page).getByRole('button', { name: 'Save quiz' }).click();
  await expect(question(page, 1)).toContainText('Choose the correct answer');
  await checkLooks(page, 'quiz-editor-refused');
  await page.setViewportSize(desk);
  await question(page, 1).getByRole('radio', { name: 'Correct: Care for the participant' }).check();
  await expect(question(page, 1)).not.toContainText('Choose the correct answer');

  // Moved by the keyboard, duplicated, deleted and brought back.
  await question(page, 5).getByRole('button', { name: shortText }).focus();
  await page.keyboard.press('Alt+ArrowUp');
  await expect(question(page, 4)).toContainText(shortText);
  await expect(question(page, 4).getByRole('button', { name: shortText })).toBeFocused();
  await page.keyboard.press('Alt+ArrowDown');
  await question(page, 3).getByRole('button', { name: 'Duplicate question 3' }).click();
  await expect(editor(page).getByRole('article')).toHaveCount(6);
  await question(page, 4).getByRole('button', { name: 'Delete question 4' }).click();
  await expect(editor(page).getByRole('article')).toHaveCount(5);
  await question(page, 2).getByRole('button', { name: 'Delete question 2' }).click();
  await editor(page).getByRole('button', { name: 'Undo' }).click();
  await expect(question(page, 2)).toContainText(multiple);

  await editor(page).getByRole('tab', { name: 'Rules' }).click();
  await expect(editor(page).getByRole('definition').first()).toHaveText('80%');
  await editor(page).getByRole('textbox', { name: 'Maximum attempts' }).fill('3');
  await editor(page).getByRole('textbox', { name: 'Wait between attempts' }).fill('30');
  await checkLooks(page, 'quiz-editor-rules');
  await page.setViewportSize(desk);
  await editor(page).getByRole('tab', { name: 'Preview' }).click();
  await asked(page, single).getByRole('radio', { name: 'Call the sponsor' }).check();
  await checkLooks(page, 'quiz-editor-preview');
  await page.setViewportSize(desk);
  await editor(page).getByRole('button', { name: 'Save quiz' }).click();
  await expect(toastOf(page)).toContainText('Quiz Saved');
  await expect(cardOf(page, title).getByRole('button', { name: 'Quiz (5)' })).toBeVisible();

  // The learner begins, fails, and is told what was wrong and when the next attempt is possible.
  const person = await world.learner();
  const given = await world.give(person, { id: moduleId } as Parameters<typeof world.give>[1], 5);
  await acceptAgreement(await world.clientOf(person));
  await signIn(person, `/training-module/${String(moduleId)}`);
  const rules = page.getByRole('region', { name: 'Quiz' });
  await expect(rules.getByRole('definition')).toHaveText([
    '5 · 10 points',
    '80%',
    '3 of 3 left',
    '30 minutes',
    /Once you have passed, or no attempts are left, you also see each question/,
  ]);
  await expect(complete(page)).toBeDisabled();
  await checkLooks(page, 'quiz-rules');
  await page.setViewportSize(desk);
  await rules.getByRole('button', { name: 'Start the quiz' }).click();
  await expect(page.getByRole('heading', { name: 'Attempt 1 of 3' })).toBeFocused();
  // Nothing is called saved before there is anything.
  await expect(page.getByText('Your answers are saved.')).toHaveCount(0);
  await asked(page, single).getByRole('radio', { name: 'Fill in the form' }).check();
  await asked(page, truth).getByRole('radio', { name: 'False' }).check();
  await asked(page, numeric).getByRole('textbox').fill('two days');
  await expect(asked(page, numeric)).toContainText('This cannot be read as a number.');
  await asked(page, numeric).getByRole('textbox').fill('24,0');
  await expect(page.getByText('3 of 5 answered')).toBeVisible();
  await expect(page.getByText('Your answers are saved.')).toBeVisible();
  await checkLooks(page, 'quiz-paper');
  await page.setViewportSize(desk);
  await page.reload();
  await page.getByRole('button', { name: 'Continue the quiz' }).click();
  await expect(asked(page, numeric).getByRole('textbox')).toHaveValue('24,0');
  await page.getByRole('button', { name: 'Submit' }).click();
  const asking = page.getByRole('dialog', { name: 'Submit this attempt?' });
  await expect(asking).toContainText('2 questions are not answered');
  await asking.getByRole('button', { name: 'Go to question 5' }).click();
  await expect(asked(page, shortText)).toBeFocused();
  await asked(page, shortText).getByRole('textbox').fill('irb');
  await page.getByRole('button', { name: 'Submit' }).click();
  await asking.getByRole('button', { name: 'Submit' }).click();
  const result = page.getByRole('region', { name: 'Attempt 1' });
  await expect(result).toContainText('60%');
  await expect(result).toContainText('Not passed');
  await expect(result).toContainText('The next attempt is possible in 30 minutes');
  // A further attempt is possible: the score alone, no question and no explanation.
  await expect(result).toContainText('shown once you have passed or no attempts are left');
  await expect(result.getByRole('listitem')).toHaveCount(0);
  await expect(result).not.toContainText('The person comes before every paper.');
  await checkLooks(page, 'quiz-failed');

  // The wait is over: on the phone, one question at a time.
  const quiz = await world.admin.get<Record<string, unknown>>(
    `/api/training-modules/${String(moduleId)}/quiz`,
  );
  const { questions, shuffleOptions, maxAttempts } = quiz.body;
  await world.admin.put(`/api/training-modules/${String(moduleId)}/quiz`, {
    questions,
    shuffleOptions,
    maxAttempts,
    coolDownMinutes: 0,
  });
  await page.setViewportSize(phone);
  await page.reload();
  await page.getByRole('button', { name: 'Start the next attempt' }).click();
  await expect(page.getByRole('group')).toHaveCount(1);
  await asked(page, single).getByRole('radio', { name: 'Care for the participant' }).check();
  await checkLooks(page, 'quiz-phone', [360]);
  await page.getByRole('button', { name: 'Next question' }).click();
  await expect(asked(page, multiple)).toBeFocused();
  await asked(page, multiple).getByRole('checkbox', { name: 'A stay in hospital' }).check();
  await asked(page, multiple).getByRole('checkbox', { name: 'Danger to life' }).check();
  await page.getByRole('button', { name: 'Next question' }).click();
  await asked(page, truth).getByRole('radio', { name: 'False' }).check();
  await page.getByRole('button', { name: 'Next question' }).click();
  await asked(page, numeric).getByRole('textbox').fill('24');
  await page.getByRole('button', { name: 'Next question' }).click();
  await asked(page, shortText).getByRole('textbox').fill('the sponsor');
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(asking).toContainText('All 5 questions are answered.');
  await asking.getByRole('button', { name: 'Submit' }).click();
  const passed = page.getByRole('region', { name: 'Attempt 2' });
  await expect(passed).toContainText('You have passed this quiz.');
  await expect(passed.getByRole('listitem').filter({ hasText: shortText })).toContainText(
    'Ethics Committee / IRB',
  );
  await checkLooks(page, 'quiz-passed', [360]);

  await complete(page).click();
  const signing = page.getByRole('dialog', { name: 'Sign the completion' });
  await expect(signing).toContainText('answered its questions myself');
  await signing.getByLabel('Password', { exact: true }).fill(person.password);
  await page.keyboard.press('Enter');
  await expect(signing).toContainText('Your signature is recorded.');
  const certificate = signing.getByRole('link', { name: 'Open the certificate' });
  const paper = await page.request.get((await certificate.getAttribute('href')) ?? '');
  expect(JSON.stringify(await readPdf(await paper.body()))).toContain('80%');
  const { body } = await (
    await world.clientOf(person)
  ).get<{ score: number }>(`/api/training-assignments/${String(given.id)}`);
  expect(body.score).toBe(80);
});

test('[VIEW-06] what two administrators write at once is told to the second one, and leaving with changes asks', async ({
  page,
  signIn,
  world,
  guard,
}) => {
  const title = unique('Storage Knowledge Check');
  const moduleId = await makeModule(world, title, { contentType: 'quiz', content: undefined });
  const path = `/api/training-modules/${String(moduleId)}/quiz`;
  await world.admin.put(path, { questions: fiveQuestions });
  guard.allow(409, path);
  await page.setViewportSize(desk);
  await signIn('admin', '/');
  await findModules(page, title);
  await cardOf(page, title).getByRole('button', { name: 'Quiz (5)' }).click();
  await question(page, 4).getByRole('button', { name: numeric }).click();
  await question(page, 4).getByRole('textbox', { name: 'Correct number' }).fill('48');
  await world.admin.put(path, { questions: fiveQuestions.slice(0, 4), maxAttempts: 2 });
  await editor(page).getByRole('button', { name: 'Save quiz' }).click();
  await expect(editor(page).getByRole('alert')).toContainText('Someone changed this in the meantime.');
  await expect(editor(page).getByRole('alert')).toContainText('4 · 4 new or changed');
  await editor(page).getByRole('button', { name: 'Keep my changes' }).click();
  await page.keyboard.press('Escape');
  await page
    .getByRole('dialog', { name: 'Discard your changes?' })
    .getByRole('button', { name: 'Keep editing' })
    .click();
  await editor(page).getByRole('button', { name: 'Save quiz' }).click();
  await expect(toastOf(page)).toContainText('Quiz Saved');
  await cardOf(page, title).getByRole('button', { name: 'Quiz (5)' }).click();
  await editor(page).getByRole('button', { name: 'Remove quiz' }).click();
  const asking = page.getByRole('dialog', { name: 'Remove the quiz?' });
  await asking.getByRole('button', { name: 'Remove quiz' }).click();
  await expect(asking).toContainText('Choose another completion in its settings first.');
  await asking.getByRole('button', { name: 'Cancel' }).click();
  await world.admin.patch(`/api/training-modules/${String(moduleId)}`, { completionPolicy: 'signed' });
  await editor(page).getByRole('button', { name: 'Remove quiz' }).click();
  await asking.getByRole('button', { name: 'Remove quiz' }).click();
  await expect(toastOf(page)).toContainText('Quiz Removed');
  await expect(cardOf(page, title).getByRole('button', { name: 'Quiz', exact: false })).not.toContainText(
    '(',
  );
});
