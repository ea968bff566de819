/** The six brands in their fixed order: their colours and their codes. */
import type { Palette } from './drawing/palette.ts'

export interface DemoBrand {
  readonly name: string
  /** The usual colours first, then those of other runs of the same toy. */
  readonly palettes: readonly [Palette, Palette, Palette]
  /** Article code of a running number. */
  readonly code: (number: number) => string
}

type Tones = readonly [main: string, dark: string, light: string, accent: string]

/** Palettes that share a brand's background. */
function palettes(back: string, pattern: string, pale: string, usual: Tones, second: Tones, third: Tones) {
  const palette = ([main, dark, light, accent]: Tones): Palette => ({
    back,
    pattern,
    pale,
    main,
    dark,
    light,
    accent,
  })
  return [palette(usual), palette(second), palette(third)] as const
}

export const brands: readonly DemoBrand[] = [
  {
    name: 'Rayuela',
    palettes: palettes(
      '#FFE4DD',
      '#FFD3C8',
      '#FFF6F2',
      ['#F4604C', '#86281D', '#FBA899', '#FFC425'],
      ['#D9433F', '#5E1A1A', '#F59A8C', '#FFD45C'],
      ['#FA8447', '#84350D', '#FFC09A', '#2E9BD6'],
    ),
    code: (number) => `RY${10_000 + number}`,
  },
  {
    name: 'Tambor',
    palettes: palettes(
      '#EDE5FF',
      '#E2D6FD',
      '#FAF7FF',
      ['#7F57DA', '#3B1F7E', '#B9A0F2', '#FFB52E'],
      ['#5B5BD6', '#25256F', '#A5A8F3', '#FF7A59'],
      ['#A548C4', '#531A68', '#DBA0EC', '#35C2A5'],
    ),
    code: (number) => `TB-${String(number).padStart(4, '0')}`,
  },
  {
    name: 'Calesita',
    palettes: palettes(
      '#FFF2CC',
      '#FFE8A8',
      '#FFFBEF',
      ['#F0A010', '#6F4300', '#FFD272', '#E5484D'],
      ['#DD7A12', '#5F2E00', '#F8BD80', '#3D7DD8'],
      ['#C9970C', '#57420A', '#EFD178', '#7A4BC2'],
    ),
    code: (number) => String(number).padStart(5, '0'),
  },
  {
    name: 'Barrilete',
    palettes: palettes(
      '#DDF1FB',
      '#BFE3C8',
      '#F6FCF9',
      ['#2FA565', '#12512E', '#8ED7AC', '#FFC425'],
      ['#5FA62B', '#2A5010', '#B5DD8F', '#F2693C'],
      ['#17948C', '#084B47', '#80D0CA', '#F7A928'],
    ),
    code: (number) => `BA${String(number).padStart(5, '0')}`,
  },
  {
    name: 'Trompo',
    palettes: palettes(
      '#D9F2F6',
      '#C3E8EF',
      '#F3FCFD',
      ['#1597BC', '#0B4459', '#7FCFE4', '#FF8A3D'],
      ['#2B74D1', '#122F63', '#92BDF2', '#FFC93C'],
      ['#3D5A9E', '#1A2547', '#A1B5E2', '#F25F7A'],
    ),
    code: (number) => `TR_${String(number).padStart(4, '0')}`,
  },
  {
    name: 'Bolita',
    palettes: palettes(
      '#FFE3F0',
      '#FFCFE4',
      '#FFF5FA',
      ['#EA5596', '#77194A', '#F7A6CA', '#26B5C8'],
      ['#C9368F', '#5B1142', '#EC9ACB', '#FFC425'],
      ['#F0708A', '#7C1F36', '#FBB6C2', '#7C5CD6'],
    ),
    code: (number) => `BL${20_000 + number}`,
  },
]
