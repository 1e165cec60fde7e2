import { allActions, findAction } from '#actions/index'
import { repeatedRows } from '#actions/kit/judge'
import type { SignedInUser } from '#contract/people/account'
import { creditStatusLabel } from '#contract/credit/credit'
import { showDay } from '@credit-market/values/dates'
import {
  BROAD_HABITATS,
  DISTINCTIVENESS,
  MODULES,
  moduleOf,
  servesDistinctiveness,
  sizeUnitOf,
} from '@credit-market/habitat-metric/habitat'
import { HABITAT_TYPES } from '@credit-market/habitat-metric/habitat-types'
import { penceOf, showMoney } from '@credit-market/values/money'
import { showUnits, toUnits } from '@credit-market/values/units'
import { pageLookOfGroups, DEFAULT_THEMES, USER_GROUPS } from '#domain/people/user'
import { networkError } from '../../src/web/api/api-problem.ts'
import { showFileSize } from '../../src/web/parts/texts.ts'
import { userDisplayName } from '../../src/web/shell/roles.ts'
import { readSourceFile } from '../source-file.ts'
import type { ProductTableData } from './table.ts'

/** The files whose user-facing texts the table fixes. */
const WITH_TEXTS = [
  ...[
    'domain/people/brand.ts',
    'domain/values/messages.ts',
    'server/http/refusals.ts',
    'server/resources/subject-routes.ts',
  ],
  ...[
    'server/runner/run-action.ts',
    'web/action/questions/errors-note.tsx',
    'web/action/questions/field-frame.tsx',
  ],
  ...[
    'web/action/form-foot.tsx',
    'web/api/api-problem.ts',
    'web/fields/file-field.tsx',
    'web/pages/error.tsx',
  ],
  ...[
    'web/pages/item/service-card.tsx',
    'web/pages/shared/page-boundary.tsx',
    'web/parts/values/rich-text-view.tsx',
  ],
  ...[
    'web/shell/search-box.tsx',
    'web/shell/shell.tsx',
    'web/shell/user-menu.tsx',
    'web/sign-in/challenges.ts',
  ],
]

/** Every text between quotes or tags; inserted values are in braces. */
const textsIn = (path: string): string[] => {
  const { text } = readSourceFile(`src/${path}`)
  return [/'([^'\n]*)'/g, /"([^"\n]*)"/g, /`([^`]*)`/g, />([^<>{}]+)</g]
    .flatMap(pattern => [...text.matchAll(pattern)])
    .map(([, found = '']) => found.replaceAll('${', '{').replaceAll(/\s+/g, ' ').trim())
}

/** The user-facing texts, by their file. */
export const textsOfProduct: ProductTableData = new Map(
  WITH_TEXTS.flatMap(path => textsIn(path).map(text => [`${path} ${text}`, {}] as const)),
)

/** The kinds of file that each question takes. */
export const uploadsOfProduct: ProductTableData = new Map(
  allActions.flatMap(({ on, name, fields }) =>
    Object.entries(fields)
      .filter(([, { type }]) => type === 'File')
      .map(([field, { accept = [] }]) => [`${on}.${name} ${field}`, { Takes: accept.join(', ') }] as const),
  ),
)

/** The module of every broad habitat. */
export const modulesOfProduct: ProductTableData = new Map(
  BROAD_HABITATS.map(habitat => [habitat, { Module: moduleOf(habitat) }]),
)

/** The unit of measurement of every module. */
export const measuresOfProduct: ProductTableData = new Map(
  MODULES.map(module => [module, { Unit: sizeUnitOf(module) }]),
)

/** The distinctiveness that a service of each distinctiveness can serve. */
export const servingOfProduct: ProductTableData = new Map(
  DISTINCTIVENESS.map(level => [
    level,
    { Serves: DISTINCTIVENESS.filter(need => servesDistinctiveness(level, need)).join(', ') },
  ]),
)

/** A number in a file. */
const numberIn = (path: string, pattern: RegExp): string => {
  const found = pattern.exec(readSourceFile(`src/${path}`).text)?.[1]
  if (found === undefined) throw new Error(`${path} has no match for ${pattern}`)
  return found.replaceAll('_', '')
}

const yearLabels = (): string => {
  const field = findAction('project', 'SetBiodiversitySupply')?.fields.gainsPerYear
  if (!field) throw new Error('SetBiodiversitySupply has no gains')
  const facts = { today: '2026-06-15', actorIsOperator: true }
  return repeatedRows(field, { yearsToTargetCondition: 2 }, facts)
    .map(({ name }) => name)
    .join(', ')
}

const someone = (names: Pick<SignedInUser, 'displayName' | 'email' | 'username'>): string =>
  userDisplayName({ id: 'u', groups: [], organisation: null, waitsFor: null, ...names })

const VALUES: Readonly<Record<string, string>> = {
  'Lifetime of a toast in ms': numberIn('web/parts/page/toast-region.tsx', /LIFETIME = (\w+)/),
  'Delay before the panel closes in ms': numberIn('web/action/action-panel.tsx', /CLOSE_DELAY = (\w+)/),
  'Reloads when a part of the program cannot be fetched': numberIn(
    'web/parts/chunk.ts',
    /MOST_RELOADS = (\w+)/,
  ),
  'The count of reloads is cleared after ms': numberIn('web/parts/chunk.ts', /CLEARED_AFTER = (\w+)/),
  'Choices are cached for ms': numberIn('web/api/api.ts', /\['choices', url\][^}]*staleTime: (\w+)/),
  'Least height of a long menu of choices in px': numberIn('web/styles/choices.css', /min-height: (\d+)px/),
  'Greatest height of a menu of choices in px': numberIn('web/styles/choices.css', /max-height: (\d+)px/),
  'Width of a confirmation in px': numberIn('web/styles/panel.css', /max800 \{\s*width: min\((\d+)px/),
  'Rich text is undone in steps of ms': numberIn('web/fields/rich-text-field.tsx', /UNDO_DELAY = (\w+)/),
  'What is said when the network fails': networkError().message,
  'Status when the network fails': String(networkError().status),
  'Year of the copyright line': numberIn('domain/people/brand.ts', /year: (\d+)/),
  'Years that a habitat gains': yearLabels(),
  'Order in which groups decide menu and routes': USER_GROUPS.join(', '),
  'Money 1234567.89': showMoney(penceOf(1_234_567.89)),
  'Money 1234.5 with decimals': showMoney(penceOf(1_234.5), true),
  'Money -20': showMoney(penceOf(-20)),
  'Units 1234.5678': showUnits(toUnits(1234.5678)),
  'The day 2026-06-05': showDay('2026-06-05'),
  'A file of 1024 Kb': showFileSize(1024 * 1024),
  'A file of 2048 Kb': showFileSize(2048 * 1024),
  'Somebody with a display name': someone({
    displayName: 'Ann Lee',
    email: 'ann@lee.example',
    username: 'ann.lee',
  }),
  'Somebody with an e-mail address only': someone({
    displayName: '',
    email: 'ann@lee.example',
    username: 'ann.lee',
  }),
  'Somebody with a user name only': someone({ displayName: '', email: '', username: 'ann.lee' }),
  'Habitat types': String(HABITAT_TYPES.length),
  'What a reserved credit is called': creditStatusLabel({ status: 'RightsCreated', isReserved: true }),
  'Theme of visitors': DEFAULT_THEMES[pageLookOfGroups([])],
  ...Object.fromEntries(
    USER_GROUPS.map(group => [`Theme of ${group}`, DEFAULT_THEMES[pageLookOfGroups([group])]]),
  ),
}

/** The values that the specification fixes. */
export const specifiedValues: ProductTableData = new Map(
  Object.entries(VALUES).map(([what, value]) => [what, { Value: value }]),
)
