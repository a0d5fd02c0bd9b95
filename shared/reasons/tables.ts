import type { ReasonEntries } from './reason.ts';

/** The reasons why a table in a file cannot be read, with the place. */
export const tablesReasons = {
  table_empty: ['The file has no rows below its headings.', 'The table has no rows.'],
  table_encoding: [
    'Line {line}, column {column}: the file is not in UTF-8. Save it as “CSV UTF-8”, or choose “Windows-1252”.',
    'The bytes at the place are not UTF-8.',
    { line: 'number', column: 'number' },
  ],
  table_not_text: [
    'Line {line}, column {column}: the file is not a table. Choose a CSV, TXT or XLSX file.',
    'The bytes at the place are no text.',
    { line: 'number', column: 'number' },
  ],
  table_quote_open: [
    'Line {line}, column {column}: a quotation mark is opened and never closed.',
    'A quoted cell has no end.',
    { line: 'number', column: 'number' },
  ],
  table_quote_misplaced: [
    'Line {line}, column {column}: a quotation mark is followed by other text. Write quotation marks in a cell twice.',
    'A quoted cell is followed by text.',
    { line: 'number', column: 'number' },
  ],
  table_one_column: [
    'Line {line}: only one column was found. The first row contains the headings: delete titles above it, and separate columns with commas, semicolons or tabs.',
    'The headings have one column.',
    { line: 'number' },
  ],
  table_too_many_columns: [
    'Line {line}, column {column}: a table can have up to {most} columns. Delete the columns that you do not need.',
    'The table has too many columns.',
    { line: 'number', column: 'number', most: 'number' },
  ],
  table_too_many_rows: [
    'Line {line}: a table can have up to {most} rows. Split the file.',
    'The table has too many rows.',
    { line: 'number', most: 'number' },
  ],
  table_cell_too_long: [
    'Line {line}, column {column}: a cell can have up to {most} characters.',
    'A cell is too long.',
    { line: 'number', column: 'number', most: 'number' },
  ],
  table_row_too_long: [
    'Line {line}, column {column}: the row has more cells than there are headings.',
    'A row has more cells than the headings.',
    { line: 'number', column: 'number' },
  ],
  table_workbook: [
    'The workbook cannot be opened. It may be damaged or protected by a password.',
    'The XLSX file cannot be read.',
  ],
} as const satisfies ReasonEntries;
