/** Videos as a browser records them: written before their length is known, which stands nowhere in their header. */

function element(id: string, body: Buffer, size: 'told' | 'unknown' = 'told'): Buffer {
  const length = Buffer.alloc(8, 0xff);
  length[0] = 0x01;
  if (size === 'told') {
    length.writeUInt32BE(0, 0);
    length[0] = 0x01;
    length.writeUInt32BE(body.length, 4);
  }
  return Buffer.concat([Buffer.from(id, 'hex'), length, body]);
}

const number32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
};

/** A block of the first track, so many milliseconds after its cluster. */
function block(after: number): Buffer {
  const bytes = Buffer.alloc(40);
  bytes[0] = 0x81;
  bytes.writeInt16BE(after, 1);
  return bytes;
}

/** A WEBM as MediaRecorder writes it: segment and clusters of unknown length, a cluster a second, no duration. */
export function makeLiveWebm(seconds: number, pictures = 10): Buffer {
  const clusters: Buffer[] = [];
  const every = 1000 / pictures;
  const last = Math.round(seconds * pictures);
  for (let second = 0; second * pictures <= last; second += 1) {
    const count = Math.min(pictures, last - second * pictures + 1);
    const blocks = Array.from({ length: count }, (_, at) =>
      // Every other one in a group, as those with a duration of their own are.
      at % 2 === 0
        ? element('a3', block(at * every))
        : element('a0', Buffer.concat([element('a1', block(at * every)), element('fb', Buffer.from([1]))])),
    );
    const body = Buffer.concat([element('e7', number32(second * 1000)), ...blocks]);
    clusters.push(element('1f43b675', body, 'unknown'));
  }
  const info = element('1549a966', element('2ad7b1', Buffer.from('0f4240', 'hex')));
  const track = element(
    'ae',
    Buffer.concat([element('83', Buffer.from([1])), element('86', Buffer.from('V_VP8'))]),
  );
  const segment = Buffer.concat([info, element('1654ae6b', track), ...clusters]);
  return Buffer.concat([
    element('1a45dfa3', element('4282', Buffer.from('webm'))),
    element('18538067', segment, 'unknown'),
  ]);
}

function box(kind: string, ...parts: readonly Buffer[]): Buffer {
  const body = Buffer.concat(parts);
  return Buffer.concat([number32(body.length + 8), Buffer.from(kind, 'latin1'), body]);
}

/** What {@link makeFragmentedMp4} may be told. */
export interface FragmentChoice {
  /** Where the times of the samples stand: at each, in the head of the fragment, or in the index for all. */
  readonly times?: 'sample' | 'fragment' | 'index';
  /** Seconds that the header of the film says, of its first fragment alone. */
  readonly header?: number;
  /** Whether each fragment says when it begins. */
  readonly placed?: boolean;
}

const ticks = 600;

/** An MP4 in fragments of a second with ten pictures each, and an index that says no length. */
export function makeFragmentedMp4(
  seconds: number,
  { times = 'sample', header = 0, placed = true }: FragmentChoice = {},
): Buffer {
  const sample = ticks / 10;
  const timing = (duration: number): Buffer =>
    Buffer.concat([Buffer.alloc(12), number32(ticks), number32(duration * ticks), Buffer.alloc(80)]);
  const trackHeader = Buffer.concat([Buffer.alloc(12), number32(1), Buffer.alloc(68)]);
  const handler = Buffer.concat([Buffer.alloc(8), Buffer.from('vide'), Buffer.alloc(13)]);
  const description = Buffer.concat([Buffer.from('0000000000000001', 'hex'), box('avc1', Buffer.alloc(78))]);
  const media = box(
    'mdia',
    box('mdhd', timing(0)),
    box('hdlr', handler),
    box('minf', box('stbl', box('stsd', description))),
  );
  const extended = Buffer.concat([
    number32(0),
    number32(1),
    number32(1),
    number32(times === 'index' ? sample : 0),
    Buffer.alloc(8),
  ]);
  const movie = box(
    'moov',
    box('mvhd', timing(header)),
    box('trak', box('tkhd', trackHeader), media),
    box('mvex', box('trex', extended)),
  );
  const fragments = Array.from({ length: Math.ceil(seconds) }, (_, at) => {
    const count = Math.round(Math.min(1, seconds - at) * 10);
    const head =
      times === 'fragment' ? [number32(0x8), number32(1), number32(sample)] : [number32(0), number32(1)];
    const run =
      times === 'sample'
        ? [
            number32(0x301),
            number32(count),
            number32(0),
            ...Array.from({ length: count }, () => number32(sample)).flatMap((length) => [
              length,
              number32(7),
            ]),
          ]
        : [number32(0x1), number32(count), number32(0)];
    const begin = placed ? [box('tfdt', number32(0), number32(at * ticks))] : [];
    const part = box('traf', box('tfhd', ...head), ...begin, box('trun', ...run));
    return Buffer.concat([box('moof', box('mfhd', Buffer.alloc(8)), part), box('mdat', Buffer.alloc(70))]);
  });
  return Buffer.concat([box('ftyp', Buffer.from('iso5\0\0\x02\0iso5avc1', 'latin1')), movie, ...fragments]);
}
