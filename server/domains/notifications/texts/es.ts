import type { NoticeTexts } from './texts.ts';

/** The notifications in Spanish. */
export const spanish: NoticeTexts = {
  first_login: ({ name }) => ['Primer inicio de sesión', `${name} ha iniciado sesión por primera vez.`],
  user_registered: ({ name, people }) =>
    people > 1
      ? ['Personas nuevas', `Se han añadido ${people} personas.`]
      : ['Persona nueva', `Se ha añadido a ${name}.`],
  password_reset: ({ name }) => ['Contraseña restablecida', `Se ha restablecido la contraseña de ${name}.`],
  training_completed: ({ name, title, self }) => [
    'Formación completada',
    self ? `Usted ha completado «${title}».` : `${name} ha completado «${title}».`,
  ],
  matrix_completed: ({ name, matrix }) => [
    'Matriz de formación completada',
    `${name} ha completado todo lo que exige «${matrix}».`,
  ],
  overdue_training: ({ name, title, date }) => [
    'Formación vencida',
    `«${title}» vencía el ${date} y ${name} no la ha completado.`,
  ],
  renewal_due: ({ name, title, date, self }) => [
    'Renovación pendiente',
    self ? `Renueve «${title}» antes del ${date}.` : `${name} debe renovar «${title}» antes del ${date}.`,
  ],
  matrix_assigned: ({ name, matrix, people, self }) => [
    'Matriz de formación asignada',
    people > 1
      ? `${people} personas de su equipo han recibido formaciones de «${matrix}».`
      : self
        ? `Usted ha recibido formaciones de «${matrix}».`
        : `${name} ha recibido formaciones de «${matrix}».`,
  ],
  training_assigned: ({ title, date }) => [
    'Formación nueva',
    `Se le ha asignado «${title}». Vence el ${date}.`,
  ],
  account_locked: ({ name }) => [
    'Cuenta bloqueada',
    `La cuenta de ${name} está bloqueada tras demasiadas contraseñas o códigos incorrectos. Desbloquéela en Usuarios.`,
  ],
  sign_in_failures: ({ name, people }) => [
    'Inicios de sesión fallidos',
    `${people} intentos en la cuenta de ${name} han fallado en una hora. Pregunte si fue un error.`,
  ],
  job_title_changed: ({ name, from, to }) => [
    'Categoría de formación cambiada',
    `${name} ha cambiado su categoría de formación de «${from || 'Sin especificar'}» a «${to || 'Sin especificar'}». Las formaciones asignadas no cambian.`,
  ],
  new_version: ({ title, version }) => [
    'Versión nueva',
    `«${title}», que usted ha empezado, tiene ahora la versión nueva ${version}. Empiece de nuevo con ella.`,
  ],
  name_requested: ({ name }) => [
    'Cambio de nombre por aprobar',
    `${name} solicita otro nombre en las firmas. Apruébelo o rechácelo con un motivo.`,
  ],
  identity_requested: ({ name }) => [
    'Confirmación de identidad',
    `${name} no puede firmar y solicita que usted confirme su identidad. Pídale el código que se le muestra.`,
  ],
  access_review_due: ({ people }) => [
    'Revisión de accesos',
    people === 1
      ? 'La revisión de accesos de 1 organización requiere su atención.'
      : `Las revisiones de accesos de ${people} organizaciones requieren su atención.`,
  ],
  integrity_findings: ({ people }) => [
    'Comprobación de integridad',
    people === 1
      ? '1 hallazgo nuevo requiere su atención.'
      : `${people} hallazgos nuevos requieren su atención.`,
  ],
  document_expiring: ({ expires, name, title, date, people, self }) => [
    'Documentos que vencen',
    people > 1
      ? `${people} documentos que están a su cargo vencen o deben revisarse${date && `, el primero el ${date}`}.`
      : {
          cv: self
            ? `El último día de su CV es el ${date}.`
            : `El último día del CV de ${name} es el ${date}.`,
          notice: `El acuerdo «${title}» debe rescindirse o renovarse antes del ${date}.`,
          agreement: `El último día del acuerdo «${title}» es el ${date}.`,
          review: `El día de la revisión de «${title}» es el ${date}.`,
          registration: `El último día del registro «${title}» es el ${date}.`,
          reading: `«${title}» debe leerse y confirmarse antes del ${date}.`,
        }[expires],
  ],
};
