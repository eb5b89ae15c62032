import {
  ActionIcon,
  Badge,
  Button,
  Checkbox,
  createTheme,
  Input,
  Kbd,
  Menu,
  Modal,
  Notification,
  NumberInput,
  PasswordInput,
  SegmentedControl,
  Select,
  Switch,
  TextInput,
  Tooltip,
  type MantineColorsTuple,
} from '@mantine/core';

/** From light to dark, as Mantine counts them. */
const shades = (text: string) => text.split(' ') as unknown as MantineColorsTuple;

/** Greys without a tint, because colour means status or the accent. */
const gray = shades('#fafafa #f4f4f5 #ececee #e0e0e3 #cbcbd0 #a0a0a8 #71717a #55555e #3a3a41 #202024');
const dark = shades('#e4e4e7 #b4b4bb #9a9aa3 #6f6f78 #3f3f46 #2d2d32 #212125 #18181b #121214 #0c0c0d');
const accent = shades('#f0f1fd #dfe1fa #c3c6f5 #a1a6ee #8389e6 #6a70dc #575dd0 #4c51bf #3f44a3 #333785');

export const theme = createTheme({
  colors: { gray, dark, accent },
  primaryColor: 'accent',
  primaryShade: { light: 7, dark: 6 },
  defaultRadius: 'sm',
  respectReducedMotion: true,
  radius: { xs: '2px', sm: '4px', md: '5px', lg: '6px', xl: '8px' },
  fontFamily: 'var(--tp-font)',
  fontFamilyMonospace: 'var(--tp-mono)',
  fontSizes: { xs: '0.75rem', sm: '0.8125rem', md: '0.875rem', lg: '1rem', xl: '1.125rem' },
  headings: { fontWeight: '600', sizes: { h1: { fontSize: '1rem' }, h2: { fontSize: '0.875rem' } } },
  cursorType: 'pointer',
  components: {
    ActionIcon: ActionIcon.extend({ defaultProps: { variant: 'subtle', color: 'gray', size: 26 } }),
    Badge: Badge.extend({ defaultProps: { variant: 'light', radius: 'sm', tt: 'none', fw: 500 } }),
    Button: Button.extend({ defaultProps: { size: 'xs' } }),
    Checkbox: Checkbox.extend({ defaultProps: { size: 'xs' } }),
    Input: Input.extend({ defaultProps: { size: 'xs' } }),
    Kbd: Kbd.extend({ defaultProps: { size: 'xs' } }),
    Menu: Menu.extend({ defaultProps: { shadow: 'md', withinPortal: true } }),
    Modal: Modal.extend({
      defaultProps: {
        yOffset: '12vh',
        overlayProps: { backgroundOpacity: 0.35 },
        closeButtonProps: { 'aria-label': 'Close' },
      },
    }),
    Notification: Notification.extend({ defaultProps: { closeButtonProps: { 'aria-label': 'Close' } } }),
    NumberInput: NumberInput.extend({ defaultProps: { size: 'xs' } }),
    PasswordInput: PasswordInput.extend({ defaultProps: { size: 'xs' } }),
    SegmentedControl: SegmentedControl.extend({ defaultProps: { size: 'xs' } }),
    // A choice always has a value, unless its field allows none.
    Select: Select.extend({
      defaultProps: { size: 'xs', allowDeselect: false, comboboxProps: { shadow: 'md' } },
    }),
    Switch: Switch.extend({ defaultProps: { size: 'xs' } }),
    TextInput: TextInput.extend({ defaultProps: { size: 'xs' } }),
    Tooltip: Tooltip.extend({
      defaultProps: { openDelay: 250, fz: 'xs', events: { hover: true, focus: true, touch: false } },
    }),
  },
});
