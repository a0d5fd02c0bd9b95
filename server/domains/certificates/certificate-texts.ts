import type { SignatureReasonCode } from '#shared/domain/signatures/signature-reasons.ts';
import { languages, type Language } from '#shared/domain/people/settings.ts';

/** Every text of the paper in one language (SHELL-09). */
export interface CertificateTexts {
  readonly title: string;
  readonly certifies: string;
  readonly completed: string;
  readonly reference: string;
  readonly version: string;
  readonly score: string;
  readonly completedOn: string;
  readonly recordedOn: string;
  readonly validUntil: string;
  readonly noEnd: string;
  readonly signedBy: string;
  readonly notSigned: string;
  readonly recorded: string;
  readonly number: string;
  readonly verify: string;
  readonly signingKey: string;
  readonly notValid: string;
  readonly revoked: string;
  readonly expired: string;
  readonly qr: string;
  readonly reasons: Readonly<Record<SignatureReasonCode, string>>;
}

const en: CertificateTexts = {
  title: 'Certificate of Completion',
  certifies: 'This certifies that',
  completed: 'has completed the training',
  reference: 'Reference',
  version: 'Version',
  score: 'Score',
  completedOn: 'Completed',
  recordedOn: 'Recorded',
  validUntil: 'Valid until',
  noEnd: 'No end date',
  signedBy: 'Electronically signed by',
  notSigned: 'Confirmed by the learner; this training asks for no signature.',
  recorded: 'Training of the past, recorded by an administrator; not signed by the learner.',
  number: 'Certificate',
  verify: 'Verify this certificate at',
  signingKey: 'Signed with key',
  notValid: 'NOT VALID',
  revoked: 'REVOKED',
  expired: 'EXPIRED',
  qr: 'QR code to verify this certificate',
  reasons: {
    moved: 'The signature belongs to another record.',
    record_changed: 'The record was changed after it was signed.',
    content_changed: 'The content is not the one that was signed.',
    signature_changed: 'The signature itself was changed.',
    unknown_key: 'The signature uses a key that this installation does not have.',
    retired_key: 'The signature uses a key that was no longer in use at that time.',
    missing: 'The signature of this record is missing.',
  },
};

const es: CertificateTexts = {
  title: 'Certificado de finalización',
  certifies: 'Se certifica que',
  completed: 'ha completado la formación',
  reference: 'Referencia',
  version: 'Versión',
  score: 'Puntuación',
  completedOn: 'Completado',
  recordedOn: 'Registrado',
  validUntil: 'Válido hasta',
  noEnd: 'Sin fecha de fin',
  signedBy: 'Firmado electrónicamente por',
  notSigned: 'Confirmado por la persona; esta formación no pide firma.',
  recorded: 'Formación anterior, registrada por un administrador; no firmada por la persona.',
  number: 'Certificado',
  verify: 'Compruebe este certificado en',
  signingKey: 'Firmado con la clave',
  notValid: 'NO VÁLIDO',
  revoked: 'REVOCADO',
  expired: 'CADUCADO',
  qr: 'Código QR para comprobar este certificado',
  reasons: {
    moved: 'La firma se hizo para otro registro.',
    record_changed: 'El registro se modificó después de firmarlo.',
    content_changed: 'El contenido no es el que se firmó.',
    signature_changed: 'La propia firma se modificó.',
    unknown_key: 'La firma se hizo con una clave que esta instalación no tiene.',
    retired_key: 'La firma se hizo con una clave que ya no se usaba en ese momento.',
    missing: 'Falta la firma de este registro.',
  },
};

const fr: CertificateTexts = {
  title: 'Certificat de réussite',
  certifies: 'Il est certifié que',
  completed: 'a terminé la formation',
  reference: 'Référence',
  version: 'Version',
  score: 'Score',
  completedOn: 'Terminé',
  recordedOn: 'Enregistré',
  validUntil: 'Valable jusqu’au',
  noEnd: 'Sans date de fin',
  signedBy: 'Signé électroniquement par',
  notSigned: 'Confirmé par la personne ; cette formation ne demande pas de signature.',
  recorded: 'Formation passée, enregistrée par un administrateur ; non signée par la personne.',
  number: 'Certificat',
  verify: 'Vérifiez ce certificat à l’adresse',
  signingKey: 'Signé avec la clé',
  notValid: 'NON VALABLE',
  revoked: 'RÉVOQUÉ',
  expired: 'EXPIRÉ',
  qr: 'Code QR pour vérifier ce certificat',
  reasons: {
    moved: 'La signature a été faite pour un autre enregistrement.',
    record_changed: 'L’enregistrement a été modifié après sa signature.',
    content_changed: 'Le contenu n’est pas celui qui a été signé.',
    signature_changed: 'La signature elle-même a été modifiée.',
    unknown_key: 'La signature a été faite avec une clé que cette installation n’a pas.',
    retired_key: 'La signature a été faite avec une clé qui n’était plus utilisée à ce moment-là.',
    missing: 'La signature de cet enregistrement manque.',
  },
};

const de: CertificateTexts = {
  title: 'Schulungszertifikat',
  certifies: 'Hiermit wird bescheinigt, dass',
  completed: 'die folgende Schulung abgeschlossen hat',
  reference: 'Referenz',
  version: 'Version',
  score: 'Ergebnis',
  completedOn: 'Abgeschlossen',
  recordedOn: 'Erfasst',
  validUntil: 'Gültig bis',
  noEnd: 'Ohne Enddatum',
  signedBy: 'Elektronisch unterschrieben von',
  notSigned: 'Von der Person bestätigt; diese Schulung verlangt keine Unterschrift.',
  recorded: 'Frühere Schulung, von der Administration erfasst; nicht von der Person unterschrieben.',
  number: 'Zertifikat',
  verify: 'Dieses Zertifikat prüfen unter',
  signingKey: 'Signiert mit Schlüssel',
  notValid: 'NICHT GÜLTIG',
  revoked: 'WIDERRUFEN',
  expired: 'ABGELAUFEN',
  qr: 'QR-Code zum Prüfen dieses Zertifikats',
  reasons: {
    moved: 'Die Unterschrift wurde für einen anderen Nachweis geleistet.',
    record_changed: 'Der Nachweis wurde nach der Unterschrift geändert.',
    content_changed: 'Der Inhalt ist nicht der unterschriebene.',
    signature_changed: 'Die Unterschrift selbst wurde geändert.',
    unknown_key: 'Die Unterschrift wurde mit einem Schlüssel geleistet, den diese Installation nicht hat.',
    retired_key:
      'Die Unterschrift wurde mit einem Schlüssel geleistet, der zu diesem Zeitpunkt nicht mehr verwendet wurde.',
    missing: 'Die Unterschrift dieses Nachweises fehlt.',
  },
};

/** The texts of the paper by language. */
export const certificateTexts: Readonly<Record<Language, CertificateTexts>> = { en, es, fr, de };

/** The language of a paper: that of the person's settings, English without one. */
export function certificateLanguage(setting: string | null): Language {
  return languages.find((language) => language === setting) ?? 'en';
}
