import {
  createTheme,
  defaultVariantColorsResolver,
  parseThemeColor,
  type CSSVariablesResolver,
  type MantineThemeOverride,
  type VariantColorsResolver,
} from '@mantine/core';
import { mist, night, surfaces, teal, toneColors, tones, type Scheme } from '#app/theme/tokens.ts';

const fontStack = "'Inter Variable', Inter, system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif";

/**
 * Makes the label of a filled surface in the primary color follow the color scheme: white on the deep teal of the light theme,
 * dark on the bright one of the dark theme. The library supports only one of them.
 */
const variantColorResolver: VariantColorsResolver = (input) => {
  const colors = defaultVariantColorsResolver(input);
  const { color, shade } = parseThemeColor({
    color: input.color ?? input.theme.primaryColor,
    theme: input.theme,
  });
  const primary = input.variant === 'filled' && color === input.theme.primaryColor && shade === undefined;
  return primary ? { ...colors, color: 'var(--mantine-primary-color-contrast)' } : colors;
};

/**
 * Returns the theme of UI.md. `closeLabel` is the translated name of the buttons that close dialogs. `decimalSeparator` is that
 * of the person's language: numbers are shown with it, and can be typed with a point or a comma.
 */
export function makeTheme(closeLabel: string, decimalSeparator: string): MantineThemeOverride {
  const closeButtonProps = { 'aria-label': closeLabel };
  return createTheme({
    primaryColor: 'teal',
    primaryShade: { light: 7, dark: 4 },
    autoContrast: true,
    variantColorResolver,
    colors: { teal, dark: night, gray: mist },
    black: surfaces.light.text,
    fontFamily: fontStack,
    fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
    headings: {
      fontFamily: fontStack,
      fontWeight: '650',
      sizes: {
        h1: { fontSize: '1.625rem', lineHeight: '1.25' },
        h2: { fontSize: '1.25rem', lineHeight: '1.35' },
        h3: { fontSize: '1.0625rem', lineHeight: '1.4' },
        h4: { fontSize: '0.9375rem', lineHeight: '1.45' },
      },
    },
    defaultRadius: 'md',
    radius: { xs: '4px', sm: '6px', md: '8px', lg: '12px', xl: '16px' },
    // Steps of four, one shadow (UI.md).
    spacing: { xs: '8px', sm: '12px', md: '16px', lg: '24px', xl: '32px' },
    shadows: {
      xs: 'var(--tt-shadow)',
      sm: 'var(--tt-shadow)',
      md: 'var(--tt-shadow)',
      lg: 'var(--tt-shadow)',
      xl: 'var(--tt-shadow)',
    },
    cursorType: 'pointer',
    respectReducedMotion: true,
    components: {
      Modal: {
        defaultProps: {
          closeButtonProps,
          centered: true,
          // Otherwise the second click of a double click would close the dialog that the first one opened.
          closeOnClickOutside: false,
          radius: 'lg',
          overlayProps: { backgroundOpacity: 0.6 },
          transitionProps: { transition: 'pop', duration: 140 },
        },
        // A name without spaces wraps and stays inside the dialog.
        styles: {
          title: { minWidth: 0, overflowWrap: 'anywhere' },
          body: { overflowWrap: 'anywhere' },
          // The focused element is not hidden by the head or the buttons (WCAG 2.4.11).
          content: { scrollPaddingBlock: '72px 84px' },
        },
      },
      Drawer: { defaultProps: { closeButtonProps } },
      Notification: { defaultProps: { closeButtonProps } },
      Button: { defaultProps: { size: 'sm' } },
      Tooltip: {
        defaultProps: { withArrow: true, openDelay: 300, events: { hover: true, focus: true, touch: true } },
      },
      Menu: { defaultProps: { shadow: 'md', withInitialFocusPlaceholder: false } },
      Select: {
        defaultProps: {
          comboboxProps: { shadow: 'md' },
          inputWrapperOrder: ['label', 'input', 'description', 'error'],
        },
      },
      TextInput: { defaultProps: { inputWrapperOrder: ['label', 'input', 'description', 'error'] } },
      PasswordInput: { defaultProps: { inputWrapperOrder: ['label', 'input', 'description', 'error'] } },
      Textarea: { defaultProps: { inputWrapperOrder: ['label', 'input', 'description', 'error'] } },
      NumberInput: {
        defaultProps: {
          inputWrapperOrder: ['label', 'input', 'description', 'error'],
          // The typed text stays, and is refused at its field: no number changes automatically.
          clampBehavior: 'none',
          decimalSeparator,
          allowedDecimalSeparators: ['.', ','],
        },
      },
    },
  });
}

function schemeVariables(scheme: Scheme): Record<`--${string}`, string> {
  const surface = surfaces[scheme];
  const variables: Record<`--${string}`, string> = {
    '--mantine-color-body': surface.page,
    '--mantine-color-text': surface.text,
    '--mantine-color-dimmed': surface.dimmed,
    '--mantine-color-placeholder': surface.dimmed,
    '--mantine-color-error': surface.error,
    '--mantine-color-anchor': surface.link,
    '--mantine-color-default': surface.surface,
    '--mantine-color-default-border': surface.border,
    '--mantine-color-default-hover': scheme === 'light' ? mist[1] : surfaces.dark.raised,
    // Mantine's default would have the color of the surface in the dark theme.
    '--mantine-color-disabled': scheme === 'light' ? mist[2] : night[5],
    '--mantine-color-disabled-color': surface.dimmed,
    '--tt-surface': surface.surface,
    '--tt-raised': surface.raised,
    '--tt-border': surface.border,
    '--tt-shadow':
      scheme === 'light'
        ? '0 1px 2px rgb(23 34 44 / 6%), 0 6px 20px rgb(23 34 44 / 8%)'
        : '0 1px 2px rgb(0 0 0 / 40%), 0 8px 28px rgb(0 0 0 / 40%)',
  };
  for (const tone of tones) {
    const { text, tint, mark } = toneColors[scheme][tone];
    variables[`--tt-${tone}-text`] = text;
    variables[`--tt-${tone}-tint`] = tint;
    variables[`--tt-${tone}-mark`] = mark;
    // Quiet surfaces of the library (alerts, light and subtle buttons) use the colors of TrainTrail's tones.
    const name = tone === 'amber' ? 'orange' : tone;
    variables[`--mantine-color-${name}-light`] = tint;
    variables[`--mantine-color-${name}-light-hover`] = `color-mix(in srgb, ${mark} 16%, ${tint})`;
    variables[`--mantine-color-${name}-light-color`] = text;
    variables[`--mantine-color-${name}-outline`] = text;
  }
  return variables;
}

/** Puts the tokens where Mantine's components and our style sheets read them. */
export const cssVariablesResolver: CSSVariablesResolver = () => ({
  variables: { '--tt-header-height': '56px', '--tt-sidebar-width': '248px' },
  light: schemeVariables('light'),
  dark: schemeVariables('dark'),
});
