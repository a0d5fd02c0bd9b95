import type { MantineColorsTuple } from '@mantine/core';

/** Deep teal, the color of actions (UI.md). */
export const teal: MantineColorsTuple = [
  '#e8f7f5',
  '#cfeeea',
  '#a0ddd6',
  '#6cc9bf',
  '#3fb5a9',
  '#1d9c90',
  '#0f7f76',
  '#0b6a63',
  '#08554f',
  '#053f3b',
];

/** Blue-black with raised surfaces: text at 0, borders at 4, surfaces at 6, the page at 7 (UI.md: not pure black). */
export const night: MantineColorsTuple = [
  '#dbe5ee',
  '#b9c7d4',
  '#94a6b8',
  '#8195a8',
  '#304357',
  '#22334a',
  '#15212f',
  '#0d1722',
  '#0a121b',
  '#070d14',
];

/** Cool greys of the light theme. */
export const mist: MantineColorsTuple = [
  '#f5f8fa',
  '#edf2f5',
  '#dfe7ec',
  '#cdd8e0',
  '#b3c2cd',
  '#7f919f',
  '#566878',
  '#3f505f',
  '#293744',
  '#17222c',
];

/** The tones of labels, cards and figures; the features that use them define their meaning. */
export const tones = [
  'green',
  'blue',
  'gray',
  'amber',
  'yellow',
  'red',
  'violet',
  'crimson',
  'teal',
] as const;
/** One of {@link tones}. */
export type Tone = (typeof tones)[number];

/** Text, tint and solid mark of a tone. Text reads on its tint and on every surface (AA, tested). */
export interface ToneColors {
  readonly text: string;
  readonly tint: string;
  readonly mark: string;
}

/** The two color schemes. */
export type Scheme = 'light' | 'dark';

/** Tone colors of both themes (UI.md 'Language of color'). */
export const toneColors: Readonly<Record<Scheme, Readonly<Record<Tone, ToneColors>>>> = {
  light: {
    green: { text: '#0c6637', tint: '#e1f5e8', mark: '#1c9a55' },
    blue: { text: '#1a52ab', tint: '#e4eefc', mark: '#2f74d8' },
    gray: { text: '#46566a', tint: '#e9eef3', mark: '#7a8b9c' },
    amber: { text: '#824600', tint: '#fdf0d7', mark: '#cf7a08' },
    yellow: { text: '#6c5100', tint: '#fcf3c5', mark: '#a58300' },
    red: { text: '#ac1f1a', tint: '#fdeae8', mark: '#d93a33' },
    violet: { text: '#5f33b0', tint: '#f0eafc', mark: '#8458d6' },
    crimson: { text: '#7d1128', tint: '#f9e1e6', mark: '#9c1c38' },
    teal: { text: '#085e57', tint: '#dcf3f0', mark: '#0f7f76' },
  },
  dark: {
    green: { text: '#74dda0', tint: '#11332a', mark: '#35b873' },
    blue: { text: '#95c0ff', tint: '#162f50', mark: '#4f93f2' },
    gray: { text: '#b9c7d4', tint: '#233345', mark: '#8195a8' },
    amber: { text: '#ffc670', tint: '#3a2b14', mark: '#f0a02c' },
    yellow: { text: '#f2dc6c', tint: '#343012', mark: '#dcc02f' },
    red: { text: '#ffa098', tint: '#431f23', mark: '#f4665d' },
    violet: { text: '#cbb2ff', tint: '#2e264f', mark: '#a584f2' },
    crimson: { text: '#ff97ac', tint: '#3e1526', mark: '#d64463' },
    teal: { text: '#6fd6cb', tint: '#0f3437', mark: '#3fb5a9' },
  },
};

/** Surfaces, text and borders of both themes. */
export const surfaces = {
  light: {
    page: '#f4f7f9',
    surface: '#ffffff',
    raised: '#ffffff',
    border: '#d9e2e9',
    text: '#17222c',
    dimmed: '#526474',
    error: '#b3211c',
    link: '#0b6a63',
  },
  dark: {
    page: '#0d1722',
    surface: '#15212f',
    raised: '#1b2a3b',
    border: '#26374a',
    text: '#dbe5ee',
    dimmed: '#9cadbe',
    error: '#ff9a91',
    link: '#6fd6cb',
  },
} as const satisfies Record<Scheme, Record<string, string>>;
