import {
  ActionIcon,
  Anchor,
  Button,
  UnstyledButton,
  type ActionIconProps,
  type AnchorProps,
  type ButtonProps,
  type UnstyledButtonProps,
} from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { ComponentPropsWithRef } from 'react';

/** The properties of a Mantine component that is rendered as an anchor. */
type AsAnchor<Props> = Props & Omit<ComponentPropsWithRef<'a'>, keyof Props>;

/** A button that links to a screen: a real link, so that it can also be opened in a new tab. */
export const ButtonLink = createLink((props: AsAnchor<ButtonProps>) => <Button component="a" {...props} />);
/** A text that links to a screen. */
export const TextLink = createLink((props: AsAnchor<AnchorProps>) => <Anchor component="a" {...props} />);
/** An icon that links to a screen; its name is for screen readers. */
export const IconLink = createLink((props: AsAnchor<ActionIconProps>) => (
  <ActionIcon component="a" {...props} />
));
/** An unstyled surface that links to a screen. */
export const PlainLink = createLink((props: AsAnchor<UnstyledButtonProps>) => (
  <UnstyledButton component="a" {...props} />
));
