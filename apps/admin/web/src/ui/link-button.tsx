import { Button, type ButtonProps } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { ComponentPropsWithRef } from 'react';

type AnchorProps = Omit<ComponentPropsWithRef<'a'>, keyof ButtonProps>;

export const LinkButton = createLink((props: ButtonProps & AnchorProps) => (
  <Button component="a" variant="default" {...props} />
));
