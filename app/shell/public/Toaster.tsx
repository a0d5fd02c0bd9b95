import { Notification, Portal } from '@mantine/core';
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { dismissToast, toastDuration, useToast } from '#app/lib/toasts.ts';
import classes from '#app/shell/public/Toaster.module.css';

/**
 * The one visible toast (SPEC §2.3, SHELL-06). It stays while the pointer or the focus is on it. Both live regions are
 * always in the page, because screen readers do not announce a region that is added together with its text.
 */
export function Toaster() {
  const toast = useToast();
  const [heldId, setHeldId] = useState<number | null>(null);
  const id = toast?.id;
  const held = id !== undefined && heldId === id;
  useEffect(() => {
    if (id === undefined || held) return undefined;
    const timer = setTimeout(() => dismissToast(id), toastDuration);
    return () => clearTimeout(timer);
  }, [id, held]);
  const shown = toast && (
    <Notification
      key={toast.id}
      role="presentation"
      className={classes.toast}
      color={toast.tone === 'destructive' ? 'red' : 'teal'}
      icon={
        toast.tone === 'destructive' ? (
          <IconAlertTriangle size={18} aria-hidden />
        ) : (
          <IconCheck size={18} aria-hidden />
        )
      }
      title={toast.title}
      data-tone={toast.tone}
      onClose={() => dismissToast(toast.id)}
      onMouseEnter={() => setHeldId(toast.id)}
      onMouseLeave={() => setHeldId(null)}
      onFocus={() => setHeldId(toast.id)}
      onBlur={() => setHeldId(null)}
    >
      {toast.text}
    </Notification>
  );
  return (
    <Portal>
      <output className={classes.place} aria-live="polite">
        {toast?.tone === 'default' && shown}
      </output>
      <div className={classes.place} role="alert" aria-live="assertive">
        {toast?.tone === 'destructive' && shown}
      </div>
    </Portal>
  );
}
