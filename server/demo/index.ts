import type { Services } from '#server/platform/services.ts';
import { seedExceptions } from './seed-exceptions.ts';
import { seedHr } from './seed-hr.ts';
import { seedInspections } from './seed-inspections.ts';
import { seedMessages } from './seed-messages.ts';
import { seedModules } from './seed-modules.ts';
import { seedPeople } from './seed-people.ts';
import { seedQuizzes } from './seed-quizzes.ts';
import { seedTraining } from './seed-training.ts';

/**
 * Fills an empty database so that no screen is empty (DESIGN 'Starting it'): nine organizations, about sixty people, a year of
 * training, the papers of the HR area and two inspections. Every account gets the password.
 */
export async function seedDemo(services: Services, password: string): Promise<void> {
  await seedPeople(services, password);
  await seedModules(services);
  await seedTraining(services);
  await seedExceptions(services);
  await seedQuizzes(services);
  await seedHr(services);
  await seedInspections(services);
  await seedMessages(services);
}
