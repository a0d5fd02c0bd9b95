import { pdf, type DemoModule } from './demo-module.ts';

/** Modules of clinical research and Good Clinical Practice. */
export const clinicalLibrary: readonly DemoModule[] = [
  pdf(
    'TP-CRO-001',
    'TP-CRO-1.1a Site Initiation',
    'Clinical Research',
    45,
    'Everything a site needs before the first participant.',
    [
      [
        'Before the visit',
        'Approvals, contracts and the delegation of tasks are in place, and the staff have been trained on protocol and safety reporting.',
      ],
      [
        'At the site',
        'Walk the way of a participant: consent, visit, sample, medication, data. Whatever is missing on that way is found today rather than with the first participant.',
      ],
      [
        'After the visit',
        'The report lists what is open, who does it and by when. The site is opened in writing.',
      ],
    ],
  ),
  pdf(
    'TP-CRO-002',
    'TP-CRO-1.2a Monitoring Visits',
    'Clinical Research',
    50,
    'Source data, consent and medication, looked at with the risk in mind.',
    [
      [
        'Prepare',
        'Read the last report, the open points and the data since then. Decide what to look at first by what would harm participants or the result.',
      ],
      [
        'On site',
        'Every participant consented on the right version before anything was done. Source data and entries agree, or the difference is explained.',
      ],
      ['Report', 'The report is written while memory is fresh and is sent within the agreed time.'],
    ],
  ),
  pdf(
    'TP-CRO-003',
    'TP-CRO-2.1a Safety Reporting',
    'Clinical Research',
    30,
    'Serious adverse events: who reports what to whom, how fast.',
    [
      [
        'Serious or not',
        'Serious means death, danger to life, hospital stay, lasting harm, a birth defect, or important to medical judgement. Severe and serious are not the same.',
      ],
      [
        'The clock',
        'The investigator reports a serious event to the sponsor within 24 hours of learning of it, with what is known; the rest follows.',
      ],
      [
        'Follow-up',
        'An event is followed until it has resolved or is stable, also after the participant has left the trial.',
      ],
    ],
  ),
  pdf(
    'TP-CRO-004',
    'TP-CRO-2.2b Trial Master File',
    'Clinical Research',
    35,
    'The essential records of a trial, kept so that the trial can be retold.',
    [
      [
        'What belongs in it',
        'Whatever shows how the trial was run and that the data can be trusted, at the sponsor and at the site.',
      ],
      [
        'When',
        'Records are filed when they arise. A file that is put together before an inspection shows exactly that.',
      ],
      ['Access', 'Only those who need a record reach it, and every change can be traced.'],
    ],
  ),
  pdf(
    'CP-001',
    'CP-001 Good Clinical Practice: Principles',
    'Clinical Research',
    60,
    'Rights, safety and well-being of participants come first; the rest follows from that.',
    [
      [
        'Participants first',
        'No interest of science or society outweighs the rights, safety and well-being of a participant.',
      ],
      [
        'Quality by design',
        'Decide what really matters for participants and result, and build the trial so that errors there are unlikely.',
      ],
      [
        'Roles',
        'The investigator is responsible at the site, the sponsor for the trial; both may delegate tasks, neither responsibility.',
      ],
      [
        'Records',
        'Attributable, legible, contemporaneous, original, accurate: each entry shows who made it and when, and what stood there before.',
      ],
    ],
  ),
  pdf(
    'CP-002',
    'CP-002 Informed Consent',
    'Clinical Research',
    35,
    'Consent is a conversation that is documented, not a form that is signed.',
    [
      [
        'The conversation',
        'In words that the person understands, with time for questions and without pressure, by somebody who knows the trial.',
      ],
      [
        'The form',
        'The approved version, signed and dated by the person and by whoever explained it. The person keeps a copy.',
      ],
      [
        'New facts',
        'What could change a participant’s mind is told at once, and consent is asked for again.',
      ],
    ],
  ),
  pdf(
    'CP-003',
    'CP-003 Data Integrity in Practice',
    'Data Management',
    30,
    'How good records are made, corrected and protected.',
    [
      [
        'At the time',
        'Write it down when it happens, where it belongs. A note on a scrap of paper is source data, too.',
      ],
      [
        'Corrections',
        'Cross out so that it stays readable, write the new value, initials, date and reason. In a system: correct, never delete.',
      ],
      [
        'Own account',
        'Nobody works with the account of another. A shared password makes every record of that account worthless.',
      ],
    ],
  ),
  {
    reference: 'CP-010',
    title: 'CP-010 GCP Knowledge Check',
    category: 'Clinical Research',
    contentType: 'quiz',
    duration: 15,
    passingScore: 80,
    description: 'Questions on Good Clinical Practice.',
    sections: [
      [
        'How to prepare',
        'Read CP-001 and CP-002 first. The knowledge check asks about the order of things: what comes before what, and who decides.',
      ],
      [
        'What it asks',
        'When must a participant be told of new facts? Who may explain a trial? What makes an adverse event serious? How is an entry corrected?',
      ],
    ],
  },
];
