import { Avatar } from '@mantine/core';
import { initials } from '#shared/domain/people/names.ts';

/** A person's picture, or the initials; hidden from screen readers because the name is next to it. */
export function UserAvatar({
  firstName,
  lastName,
  imageUrl,
  size = 36,
}: {
  readonly firstName?: string | null;
  readonly lastName?: string | null;
  readonly imageUrl?: string | null;
  readonly size?: number;
}) {
  return (
    <Avatar
      size={size}
      radius="xl"
      src={imageUrl ?? null}
      alt=""
      aria-hidden="true"
      styles={{
        placeholder: {
          color: 'var(--tt-teal-text)',
          backgroundColor: 'var(--tt-teal-tint)',
          border: 0,
          fontWeight: 650,
          fontSize: size * 0.38,
        },
      }}
    >
      {initials({ firstName: firstName ?? null, lastName: lastName ?? null })}
    </Avatar>
  );
}
