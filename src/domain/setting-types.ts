import type { SettingKind } from './entities.ts'

/** The types of reference data: what each is called, and the words of its paths. */
export const SETTING_TYPES = [
  { kind: 'projectType', path: 'project-type', list: 'project-types', title: 'Project types' },
  { kind: 'standard', path: 'standard', list: 'standards', title: 'Standards' },
  { kind: 'nca', path: 'nca', list: 'ncas', title: 'National character areas' },
  { kind: 'subcatchment', path: 'subcatchment', list: 'subcatchments', title: 'Subcatchments' },
  { kind: 'declaration', path: 'declaration', list: 'declarations', title: 'Declarations' },
  { kind: 'lpa', path: 'lpa', list: 'lpas', title: 'Planning areas' },
] as const satisfies { kind: SettingKind; path: string; list: string; title: string }[]
