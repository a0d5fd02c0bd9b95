/**
 * Stops with a clear message on a Node.js that cannot run TrainTrail. Written so that Node 12 can still read it:
 * no newer syntax here.
 */
const needed = 24;
const version = process.versions.node;

if (Number(version.split('.')[0]) < needed) {
  process.stderr.write(
    [
      '',
      'TrainTrail needs Node.js ' +
        needed +
        ' or later; this is Node.js ' +
        version +
        ' (' +
        process.execPath +
        ').',
      'On Linux (x64, arm64) and Windows (x64) "npm ci" brings the right one along for npm scripts:',
      '  run "npm ci" without "--omit=optional", then "npm start" or "npm test".',
      'Elsewhere install Node.js ' + needed + ' from https://nodejs.org and try again.',
      '',
      '',
    ].join('\n'),
  );
  process.exit(1);
}
