import type { Locator } from '@playwright/test';
import type { Language } from '#shared/domain/people/settings.ts';
import { expect, test } from './fixtures.ts';
import { expectNothingCut } from './looks.ts';

/** Label of a field, what is wrongly entered, and what is said there: as people read them, not as the catalogue holds them. */
type Field = readonly [label: string, bad: string, message: string];
interface Form {
  readonly opener: string;
  readonly send: string;
  readonly fields: readonly Field[];
}
interface Words {
  readonly signIn: Pick<Form, 'send' | 'fields'>;
  readonly user: Form;
  readonly organization: Form & { readonly advanced: string };
}

const words: Readonly<Record<Exclude<Language, 'en'>, Words>> = {
  es: {
    signIn: {
      send: 'Iniciar sesión',
      fields: [
        ['Correo electrónico', 'nadie', 'Introduzca una dirección de correo electrónico válida'],
        ['Contraseña', '', 'La contraseña es obligatoria'],
      ],
    },
    user: {
      opener: 'Añadir usuario',
      send: 'Crear usuario',
      fields: [
        ['Nombre', '', 'El nombre es obligatorio'],
        ['Apellidos', '', 'El apellido es obligatorio'],
        ['Correo electrónico', 'nadie', 'Se requiere un correo electrónico válido'],
        ['Contraseña predefinida', '1234567', 'La contraseña debe tener una longitud mínima de 8 caracteres'],
      ],
    },
    organization: {
      opener: 'Añadir organización',
      send: 'Crear organización',
      advanced: 'Avanzado',
      fields: [
        ['Nombre de la organización', '', 'El nombre de la organización es obligatorio'],
        ['Tipo de organización', '', 'El tipo de organización es obligatorio'],
        ['Identificador de dirección', 'Not A Slug', 'Use minúsculas, cifras y guiones simples entre ellas'],
        ['Tiempo máximo de sesión (minutos)', '500', 'De 5 a 480 minutos'],
      ],
    },
  },
  fr: {
    signIn: {
      send: 'Se connecter',
      fields: [
        ['E-mail', 'personne', 'Veuillez saisir une adresse e-mail valide'],
        ['Mot de passe', '', 'Le mot de passe est requis'],
      ],
    },
    user: {
      opener: 'Ajouter un utilisateur',
      send: 'Créer l’utilisateur',
      fields: [
        ['Prénom', '', 'Le prénom est requis'],
        ['Nom', '', 'Le nom est requis'],
        ['E-mail', 'personne', 'Un e-mail valide est requis'],
        ['Mot de passe prédéfini', '1234567', 'Le mot de passe doit compter au moins 8 caractères'],
      ],
    },
    organization: {
      opener: 'Ajouter une organisation',
      send: 'Créer l’organisation',
      advanced: 'Avancé',
      fields: [
        ['Nom de l’organisation', '', "Le nom de l'organisation est requis"],
        ['Type d’organisation', '', "Le type d'organisation est requis"],
        [
          'Identifiant d’adresse',
          'Not A Slug',
          'Utilisez des minuscules, des chiffres et des tirets simples entre eux',
        ],
        ['Durée de session maximale (minutes)', '500', 'De 5 à 480 minutes'],
      ],
    },
  },
  de: {
    signIn: {
      send: 'Anmelden',
      fields: [
        ['E-Mail', 'niemand', 'Bitte geben Sie eine gültige E-Mail-Adresse ein'],
        ['Passwort', '', 'Das Passwort fehlt'],
      ],
    },
    user: {
      opener: 'Benutzer hinzufügen',
      send: 'Benutzer anlegen',
      fields: [
        ['Vorname', '', 'Der Vorname fehlt'],
        ['Nachname', '', 'Der Nachname fehlt'],
        ['E-Mail', 'niemand', 'Eine gültige E-Mail-Adresse ist nötig'],
        ['Vorgegebenes Passwort', '1234567', 'Das Passwort muss mindestens 8 Zeichen lang sein'],
      ],
    },
    organization: {
      opener: 'Organisation hinzufügen',
      send: 'Organisation anlegen',
      advanced: 'Erweitert',
      fields: [
        ['Name der Organisation', '', 'Der Name der Organisation fehlt'],
        ['Art der Organisation', '', 'Die Art der Organisation fehlt'],
        [
          'Adresskürzel',
          'Not A Slug',
          'Verwenden Sie Kleinbuchstaben, Ziffern und einzelne Bindestriche dazwischen',
        ],
        ['Längste Sitzungsdauer (Minuten)', '500', 'Von 5 bis 480 Minuten'],
      ],
    },
  },
};

/** Sends a wrongly filled form: each message stands at its field, for the eye and for a screen reader. */
async function expectMessages(form: Locator, { send, fields }: Pick<Form, 'send' | 'fields'>): Promise<void> {
  for (const [label, bad] of fields) await box(form, label).fill(bad);
  await form.getByRole('button', { name: send, exact: true }).click();
  for (const [label, , message] of fields) {
    await expect(box(form, label).and(form.locator('[aria-invalid="true"]'))).toHaveAccessibleDescription(
      new RegExp(`(?:^|\\s)${RegExp.escape(message)}(?:\\s|$)`),
    );
    await expect(form.getByText(message, { exact: true })).toBeVisible();
  }
  const [first = ''] = fields[0] ?? [];
  await expect(box(form, first)).toBeFocused();
}

/** A field by its label, with or without the star of a required one. */
const box = (form: Locator, label: string): Locator =>
  form.locator('input').and(form.getByLabel(new RegExp(`^${RegExp.escape(label)}(?: \\*)?$`)));

test('[SEC-01] [SHELL-09] [USR-02] [ORG-04] [AUTH-02] what is wrong in a form is said at its field in the language of the person', async ({
  page,
  signIn,
}) => {
  let language: Language = 'en';
  await page.addInitScript(() => {
    const wished = new URL(location.href).searchParams.get('lang');
    if (wished !== null) localStorage.setItem('traintrail-language', wished);
  });
  for (const [tongue, { signIn: form }] of Object.entries(words)) {
    await page.goto(`/landing?signin=1&lang=${tongue}`);
    await expect(page.locator('html')).toHaveAttribute('lang', tongue);
    await expectMessages(page.getByRole('dialog'), form);
  }
  await page.route('**/api/auth/user', async (route) => {
    const answer = await route.fetch();
    const user = (await answer.json()) as { settings: object };
    await route.fulfill({
      response: answer,
      json: { ...user, language, settings: { ...user.settings, language } },
    });
  });
  await signIn('admin', '/profile');
  for (const [tongue, { user, organization }] of Object.entries(words)) {
    language = tongue as Language;
    // Lists with nothing in them: the forms are the matter.
    await page.goto('/users?q=nobody-of-this-name');
    await page.getByRole('button', { name: user.opener }).click();
    await expectMessages(page.getByRole('dialog'), user);
    await page.goto('/organizations?q=nothing-of-this-name');
    await page.getByRole('button', { name: organization.opener }).click();
    const form = page.getByRole('dialog');
    await form.getByRole('button', { name: organization.advanced }).click();
    await expectMessages(form, organization);
    await page.setViewportSize({ width: 360, height: 740 });
    await expectNothingCut(page, `the refused form of an organization in ${tongue}`);
    await page.setViewportSize({ width: 1440, height: 900 });
  }
});
