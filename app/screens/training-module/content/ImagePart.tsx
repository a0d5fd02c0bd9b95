import { useState } from 'react';
import type { ModuleFile } from '#app/features/files/module-file.ts';
import { FallbackPanel } from '#app/features/files/FallbackPanel.tsx';
import classes from '#app/features/files/Files.module.css';

/** A picture (VIEW-01); it is seen when it is loaded. */
export function ImagePart({ file, onSeen }: { readonly file: ModuleFile; readonly onSeen: () => void }) {
  const [attempt, setAttempt] = useState(0);
  const [failed, setFailed] = useState(false);
  if (failed) {
    return (
      <FallbackPanel
        file={file}
        onRetry={() => {
          setFailed(false);
          setAttempt(attempt + 1);
        }}
      />
    );
  }
  return (
    <div className={classes.picture}>
      <img
        key={attempt}
        src={file.url}
        alt={file.originalName}
        onLoad={onSeen}
        onError={() => setFailed(true)}
      />
    </div>
  );
}
