import { deflateSync } from 'node:zlib';
import QRCode from 'qrcode';

/** Colors of the paper: the product's teal, ink, and the colors of the banner on a paper that is not valid. */
export const paper = {
  ground: '#fcfefd',
  line: '#0f7f76',
  fine: '#a0ddd6',
  deep: '#08554f',
  ink: '#16303a',
  soft: '#4a616b',
  bad: '#b42318',
  late: '#92400e',
} as const;

type Doc = PDFKit.PDFDocument;

/** Draws what only decorates: readers that speak the page leave it out (ACC, tagged PDF). */
export function decorate(doc: Doc, draw: () => void): void {
  doc.markContent('Artifact', { type: 'Layout' });
  doc.save();
  draw();
  doc.restore();
  doc.endMarkedContent();
}

/** Ground, frame and the rosette in the middle. */
export function drawGround(doc: Doc): void {
  const { width, height } = doc.page;
  doc.rect(0, 0, width, height).fill(paper.ground);
  drawRosette(doc, width / 2, height / 2 - 8);
  doc
    .rect(20, 20, width - 40, height - 40)
    .lineWidth(2)
    .strokeColor(paper.line)
    .stroke();
  doc
    .rect(26, 26, width - 52, height - 52)
    .lineWidth(0.6)
    .strokeColor(paper.fine)
    .stroke();
  const corners = [
    [20, 20, 1, 1],
    [width - 20, 20, -1, 1],
    [20, height - 20, 1, -1],
    [width - 20, height - 20, -1, -1],
  ] as const;
  for (const [x, y, sx, sy] of corners) {
    doc.save().translate(x, y).scale(sx, sy);
    doc.path('M0 46 C16 44 44 16 46 0').lineWidth(1.1).strokeColor(paper.line).stroke();
    doc.path('M0 34 C12 33 33 12 34 0').lineWidth(0.6).strokeColor(paper.line).stroke();
    doc.polygon([0, 0], [20, 0], [0, 20]).fill(paper.line);
    doc.restore();
  }
}

const rings = 16;
const steps = 216;

/**
 * Returns the curves of a rosette around the origin, as PDF writes them, and compressed: they are the same on every certificate.
 */
function rosetteOf(radius: number): Buffer {
  const lines: string[] = [];
  for (let ring = 0; ring < rings; ring += 1) {
    const base = radius * (0.3 + ring * 0.044);
    const depth = radius * 0.07;
    for (let step = 0; step <= steps; step += 1) {
      const angle = (step / steps) * Math.PI * 2;
      const at = base + depth * Math.sin(angle * 18 + (ring % 2) * Math.PI);
      const x = (at * Math.cos(angle)).toFixed(2);
      const y = (at * Math.sin(angle) * 0.9).toFixed(2);
      lines.push(`${x} ${y} ${step === 0 ? 'm' : 'l'}`);
    }
    lines.push('s');
  }
  return deflateSync(lines.join('\n'));
}

let rosette: Buffer | undefined;
const rosetteRadius = 214;

/**
 * A guilloche of fine curves, as security papers have them. It is one object, prepared with the first certificate: to draw and compress
 * its 3,500 points took a quarter of the time of a certificate.
 */
function drawRosette(doc: Doc, x: number, y: number): void {
  rosette ??= rosetteOf(rosetteRadius);
  const side = rosetteRadius * 1.1;
  const form = doc.ref({
    Type: 'XObject',
    Subtype: 'Form',
    BBox: [-side, -side, side, side],
    Filter: 'FlateDecode',
  });
  form.end(rosette);
  (doc.page.xobjects as Record<string, unknown>)['Rosette'] = form;
  doc.save().translate(x, y).lineWidth(0.35).strokeColor(paper.fine).strokeOpacity(0.45);
  doc.addContent('/Rosette Do');
  doc.restore();
}

/** The trail mark of the product. */
export function drawMark(doc: Doc, x: number, y: number, size: number): void {
  doc
    .save()
    .translate(x, y)
    .scale(size / 32);
  const ground = doc.linearGradient(0, 32, 32, 0);
  ground.stop(0, '#0b6a63').stop(1, '#16a394');
  doc.roundedRect(0, 0, 32, 32, 8).fill(ground);
  doc.lineWidth(2.4).lineCap('round').lineJoin('round').strokeColor('#ffffff');
  doc.path('M8.2 24.4h9.3a4.1 4.1 0 0 0 0-8.2h-3.2a4.1 4.1 0 0 1 0-8.2h2.4').stroke();
  doc.circle(22, 8, 2.6).stroke();
  doc.circle(8.2, 24.4, 2.5).fill('#ffffff');
  doc.restore();
}

/** A line that fades to a diamond in the middle. */
export function drawRule(doc: Doc, x: number, y: number, width: number): void {
  doc.lineWidth(0.8).strokeColor(paper.line);
  doc
    .moveTo(x - width / 2, y)
    .lineTo(x - 8, y)
    .stroke();
  doc
    .moveTo(x + 8, y)
    .lineTo(x + width / 2, y)
    .stroke();
  doc.polygon([x - 4, y], [x, y - 4], [x + 4, y], [x, y + 4]).fill(paper.line);
}

/** A word across the page, behind what is printed on it. */
export function drawWatermark(doc: Doc, word: string, color: string): void {
  const { width, height } = doc.page;
  doc.rotate(-24, { origin: [width / 2, height / 2] });
  doc.font('bold').fillColor(color).fillOpacity(0.12);
  doc.fontSize(Math.min(96, (96 * 760) / doc.fontSize(96).widthOfString(word)));
  doc.text(word, 0, height / 2 - 56, { width, align: 'center', lineBreak: false });
}

/** The QR code as squares, sharp at every size. */
export function drawQr(doc: Doc, text: string, x: number, y: number, size: number): void {
  const { modules } = QRCode.create(text, { errorCorrectionLevel: 'M' });
  const quiet = 2;
  const side = size / (modules.size + 2 * quiet);
  doc.roundedRect(x, y, size, size, 3).fill('#ffffff');
  // Adjacent dark squares are one rectangle.
  const squares: string[] = [];
  for (let row = 0; row < modules.size; row += 1) {
    for (let column = 0; column < modules.size; column += 1) {
      const first = column;
      while (column < modules.size && modules.get(row, column)) column += 1;
      const box = [x + (first + quiet) * side, y + (row + quiet) * side, (column - first) * side, side];
      if (column > first) squares.push(`${box.map((points) => points.toFixed(3)).join(' ')} re`);
    }
  }
  doc.addContent(squares.join('\n'));
  doc.fill(paper.ink);
}
