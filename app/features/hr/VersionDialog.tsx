import { shownFile, type DocumentVersion } from '#app/features/hr/document-file.ts';
import { FileDialog } from '#app/features/files/FileDialog.tsx';

/** A version of a document, shown in the page under the name of its file (HR-01…04). */
export function VersionDialog({
  version,
  onClose,
}: {
  readonly version: DocumentVersion | null;
  readonly onClose: () => void;
}) {
  return <FileDialog file={version && shownFile(version)} title={version?.file.name} onClose={onClose} />;
}
