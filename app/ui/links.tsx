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

/** The properties of a component of Mantine that is drawn as an anchor. */
type AsAnchor<Props> = Props & Omit<ComponentPropsWithRef<'a'>, keyof Props>;

/** A button that goes to a screen: a real link, so that it opens in a new tab too. */
export const ButtonLink = createLink((props: AsAnchor<ButtonProps>) => <Button component="a" {...props} />);
/** A text that goes to a screen. */
export const TextLink = createLink((props: AsAnchor<AnchorProps>) => <Anchor component="a" {...props} />);
/** An icon that goes to a screen; its name is for screen readers. */
export const IconLink = createLink((props: AsAnchor<ActionIconProps>) => (
  <ActionIcon component="a" {...props} />
));
/** A surface that goes to a screen, without a look of its own. */
export const PlainLink = createLink((props: AsAnchor<UnstyledButtonProps>) => (
  <UnstyledButton component="a" {...props} />
));
