import type { Services } from '#server/platform/services.ts';
import { seedAbsences } from './seed-absences.ts';
import { seedExceptions } from './seed-exceptions.ts';
import { seedHr } from './seed-hr.ts';
import { seedInspections } from './seed-inspections.ts';
import { seedMessages } from './seed-messages.ts';
import { seedModules } from './seed-modules.ts';
import { seedPeople } from './seed-people.ts';
import { seedQuizzes } from './seed-quizzes.ts';
import { seedTraining } from './seed-training.ts';

/**
 * Fills an empty database with nine organizations, about sixty people and a year of training, absences, the papers of the HR area
 * and two inspections (DESIGN 'Starting it'), so that no screen is empty. Every account gets the password.
 */
export async function seedDemo(services: Services, password: string): Promise<void> {
  await seedPeople(services, password);
  await seedModules(services);
  await seedTraining(services);
  await seedExceptions(services);
  await seedAbsences(services);
  await seedQuizzes(services);
  await seedHr(services);
  await seedInspections(services);
  await seedMessages(services);
}
