import { useQuery } from '@tanstack/react-query';
import { useLingui } from '@lingui/react/macro';
import { modulesContract } from '#shared/contract/modules.ts';
import { readText } from '#app/features/files/read-text.ts';
import { keyOf, send } from '#app/lib/client.ts';
import type { ModuleFile } from '#app/features/files/module-file.ts';
import { FallbackPanel } from '#app/features/files/FallbackPanel.tsx';
import { TextPart } from '#app/screens/training-module/content/TextPart.tsx';
import { Load } from '#app/ui/Load.tsx';
import { LineSkeletons } from '#app/ui/Loading.tsx';

/** A text file, shown as text (SPEC §2.17 'other files'). */
export function TextFilePart({
  file,
  startShare,
  onShare,
}: {
  readonly file: ModuleFile;
  readonly startShare: number;
  readonly onShare: (share: number) => void;
}) {
  const { t } = useLingui();
  const params = { filename: file.name };
  const query = useQuery({
    queryKey: keyOf(modulesContract.file, { params }),
    queryFn: async ({ signal }) => readText(await send(modulesContract.file, { params, signal })),
  });
  return (
    <Load
      query={query}
      skeleton={<LineSkeletons label={t`Loading the document...`} />}
      failed={() => <FallbackPanel file={file} onRetry={() => void query.refetch()} />}
    >
      {(text) => <TextPart text={text} title={file.originalName} startShare={startShare} onShare={onShare} />}
    </Load>
  );
}
