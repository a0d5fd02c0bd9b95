const openXml = 'application/vnd.openxmlformats-officedocument';

/** The kinds of files that are converted to PDF (MOD-09), by their media type, with the extension for LibreOffice. */
export const officeTypes: ReadonlyMap<string, string> = new Map([
  [`${openXml}.presentationml.presentation`, 'pptx'],
  [`${openXml}.wordprocessingml.document`, 'docx'],
  [`${openXml}.spreadsheetml.sheet`, 'xlsx'],
  [`${openXml}.presentationml.slideshow`, 'ppsx'],
  ['application/vnd.oasis.opendocument.text', 'odt'],
  ['application/vnd.oasis.opendocument.spreadsheet', 'ods'],
  ['application/vnd.oasis.opendocument.presentation', 'odp'],
  ['application/vnd.ms-powerpoint', 'ppt'],
  ['application/msword', 'doc'],
  ['application/vnd.ms-excel', 'xls'],
]);
