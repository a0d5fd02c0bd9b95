import { i18n } from '@lingui/core';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { permissionsOf } from '#shared/domain/access/permissions.ts';
import type { Language } from '#shared/domain/people/settings.ts';
import { activateLanguage, loadCatalog } from '#app/lib/i18n.ts';
import { actionsOf } from './actions.ts';
import { ownActions } from './own-actions.ts';
import { answers } from './places.ts';

beforeAll(() => {
  vi.stubGlobal('document', { documentElement: { lang: '' } });
  vi.stubGlobal('localStorage', { setItem: () => undefined });
});
afterAll(() => vi.unstubAllGlobals());

const permissions = permissionsOf({ id: 'u', role: 'admin', organizationId: null, grants: [] });

test.each<[Language, string, string, string]>([
  ['en', 'add user', 'upload', 'assign module'],
  ['de', 'person anlegen', 'hochladen', 'module zuweisen'],
  ['es', 'crear persona', 'subir', 'asignar modulos'],
  ['fr', 'creer personne', 'importer', 'attribuer modules'],
])('[SHELL-08] [SHELL-09] actions are found by typing in %s', async (language, person, upload, assign) => {
  await Promise.all([loadCatalog('staff'), activateLanguage(language)]);
  const found = (typed: string) =>
    actionsOf(permissions).flatMap(({ to, label, words }) =>
      answers(`${i18n._(label)} ${i18n._(words)}`, typed) ? [to] : [],
    );
  expect(found(person)).toContain('/users?dialog=create');
  expect(found(upload)).toContain('/training-modules?dialog=bulk');
  expect(found(assign)).toContain('/users?dialog=assign');
});

test('[SHELL-08] [SHELL-09] a learner finds in German how to upload a CV: its words are in the catalogue that everybody loads', async () => {
  await Promise.all([loadCatalog('app'), activateLanguage('de')]);
  const learner = permissionsOf({ id: 'u', role: 'learner', organizationId: null, grants: [] });
  expect(actionsOf(learner).map(({ to }) => to)).toEqual(ownActions.map(({ to }) => to));
  const [{ label, words }] = ownActions;
  expect(answers(`${i18n._(label)} ${i18n._(words)}`, 'lebenslauf hochladen')).toBe(true);
});
