import { pdf, type DemoModule } from './demo-module.ts';

/** Modules of the other families, and one of each further kind of content. */
export const othersLibrary: readonly DemoModule[] = [
  pdf(
    'AX-101',
    'AX-101 Human Factors in Device Studies',
    'Healthcare Specialist',
    40,
    'People use devices differently than engineers expect.',
    [
      ['Who, where, what for', 'Describe the users, the place and the task before describing the device.'],
      ['Formative studies', 'Early and small, to learn. Watch silently; the user’s detour is the finding.'],
      ['Summative studies', 'Late and complete, to prove that the critical tasks are done safely.'],
    ],
  ),
  pdf(
    'AX-102',
    'AX-102 Biosignal Recording',
    'Healthcare Specialist',
    45,
    'Electrodes, artefacts and what to note during a recording.',
    [
      ['Preparation', 'Clean skin, fresh electrodes, impedances checked and written down.'],
      [
        'During the recording',
        'Note movement, talking and every interruption with its time. What is not noted will look like a finding.',
      ],
      ['Storage', 'The raw signal is the record. Filtered copies name their filter.'],
    ],
  ),
  pdf(
    'AX-103',
    'AX-103 Device Accountability',
    'Clinical Research',
    25,
    'Where every study device is, at any time.',
    [
      ['Receipt', 'Count, compare with the delivery note, check serial numbers and state, sign.'],
      [
        'Use and return',
        'Each hand-over names device, person and date. A lost device is reported the same day.',
      ],
    ],
  ),
  pdf(
    'CMO-201',
    'CMO-201 Medical Monitoring Plan',
    'Medical Affairs',
    40,
    'What the medical monitor looks at, how often, and what follows.',
    [
      ['The plan', 'Which data, in which order, how often, and which signals make the monitor act at once.'],
      [
        'Questions of the site',
        'Answered in writing within a working day; answers that change the conduct of the trial go to all sites.',
      ],
      ['Signals', 'A signal is discussed with the safety physician before it is explained away.'],
    ],
  ),
  pdf(
    'CMO-202',
    'CMO-202 Advisory Boards',
    'Medical Affairs',
    30,
    'Independent advice, honestly asked for and honestly paid.',
    [
      [
        'Why a board',
        'There is a question that cannot be answered inside, and it is written down before anybody is invited.',
      ],
      ['Members', 'Chosen for what they know. Payment is fair for the work and is disclosed.'],
      ['Minutes', 'The minutes hold what was advised and what the company did with it.'],
    ],
  ),
  pdf(
    'CMO-203',
    'CMO-203 Reading a Protocol',
    'Medical Affairs',
    35,
    'How to read a protocol with a physician’s eyes.',
    [
      [
        'Question and population',
        'What is asked, of whom, and would the answer change what a physician does?',
      ],
      ['Burden', 'Add up visits, samples and hours. Ask whether you would let a relative take part.'],
      ['Stopping', 'Who may stop the trial, on what grounds, and who tells the participants?'],
    ],
  ),
  pdf(
    'GEN-001',
    'Information Security at Work',
    'Administration',
    20,
    'Passwords, mail, devices: the few habits that matter most.',
    [
      ['Passwords', 'Long, of their own for each system, kept in a password manager, never told to anybody.'],
      ['Mail', 'Urgency, a strange sender and a link are reason enough to ask by phone.'],
      ['Devices', 'Lock the screen when you leave. Report a lost device at once: the first hour counts.'],
    ],
  ),
  pdf(
    'GEN-002',
    'Privacy and Health Data',
    'Administration',
    30,
    'What may be done with data of people, and what may not.',
    [
      ['As little as needed', 'Collect what the purpose needs, keep it as long as the purpose lasts.'],
      ['Pseudonyms', 'A code instead of a name is still personal data for whoever holds the list.'],
      [
        'Rights',
        'People may see, correct and in part erase what is kept about them. Requests go to the data protection officer the same day.',
      ],
    ],
  ),
  pdf(
    'GEN-003',
    'Project Start Checklist',
    'Project Manager',
    25,
    'Ten questions that save a project from its most common surprises.',
    [
      ['Scope', 'What is delivered, who accepts it, and by what will they judge?'],
      ['People', 'Who works on it from when, for how many days, and who steps in for whom?'],
      ['Risks', 'The three most likely and the three worst things, with what is done about each.'],
    ],
  ),
  {
    reference: 'GEN-004',
    title: 'Welcome to Your Training',
    category: 'Administration',
    contentType: 'video',
    duration: 5,
    description: 'A short film about how training works here.',
    sections: [],
  },
  {
    reference: 'GEN-005',
    title: 'Emergency Contacts',
    category: 'Administration',
    contentType: 'self-learning',
    duration: 5,
    description: 'Whom to call, and when.',
    sections: [
      [
        'In an emergency',
        'Call the emergency number first, then the site manager. Both numbers hang at every exit and stand in the intranet under Emergency.',
      ],
      [
        'Safety of a participant',
        'The physician on duty decides about treatment. The study team records what happened as soon as hands are free.',
      ],
    ],
  },
];
