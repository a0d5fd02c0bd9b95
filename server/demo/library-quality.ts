import { pdf, type DemoModule } from './demo-module.ts';

/** Modules of the quality system. */
export const qualityLibrary: readonly DemoModule[] = [
  pdf(
    'TP-QMS-001',
    'TP-QMS-001 Document Control',
    'Quality Affairs',
    30,
    'How controlled documents are written, approved, issued and withdrawn.',
    [
      [
        'Why documents are controlled',
        'People act on what they read. A controlled document has one owner, one number and one current version, so that two colleagues never follow two different procedures.',
      ],
      [
        'Writing and approval',
        'The author drafts, a reviewer who knows the work checks it, and the owner approves. Approval names the date from which the document holds; until then the older version stays in force.',
      ],
      [
        'Withdrawal',
        'A withdrawn document stays readable for those who must show what held at the time. It is marked so that nobody works by it.',
      ],
    ],
  ),
  pdf(
    'TP-QMS-002',
    'TP-QMS-002 Training and Qualification',
    'Quality Affairs',
    25,
    'Who is trained in what, and how the evidence is kept.',
    [
      [
        'Training needs',
        'The training matrix says what each role requires. A new task begins after its training, never before.',
      ],
      [
        'Evidence',
        'A training record names the person, the document and its version, the date, and the signature. What was not recorded did not happen, as far as an inspector can tell.',
      ],
      [
        'Changed procedures',
        'When a procedure changes, its owner decides who must read it again and by when.',
      ],
    ],
  ),
  pdf(
    'TP-QMS-003',
    'TP-QMS-003 Deviations and Corrective Actions',
    'Quality Affairs',
    40,
    'From noticing a deviation to proving that it will not come back.',
    [
      [
        'Report first',
        'Whoever notices a deviation reports it the same day. The report says what happened, when, and what was done at once; it does not look for somebody to blame.',
      ],
      [
        'Find the cause',
        'Ask why until the answer is something that can be changed. A cause that reads "human error" is rarely the last one.',
      ],
      [
        'Prove that it worked',
        'A corrective action ends with a check of its effect, planned together with the action and done after a suitable time.',
      ],
    ],
  ),
  pdf(
    'TP-QMS-004',
    'TP-QMS-004 Internal Audits',
    'Quality Affairs',
    35,
    'Planning, doing and closing internal audits.',
    [
      [
        'The plan',
        'Every process is audited at least every two years; those with findings sooner. Auditors never audit their own work.',
      ],
      [
        'During the audit',
        'Look at records, watch the work, talk to the people who do it. A finding names the requirement and the evidence.',
      ],
      [
        'Closing',
        'The owner answers each finding with an action and a date. The auditor closes it when the evidence is there.',
      ],
    ],
  ),
];
