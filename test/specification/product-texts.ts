import { allActions, findAction } from '#actions/index'
import { rowsOf } from '#actions/kit/judge'
import type { SignedIn } from '#contract/account'
import { creditLabel } from '#contract/credit'
import { showDay } from '#domain/dates'
import { BROAD_HABITATS, DISTINCTIVENESS, MODULES, moduleOf, servesLevel, sizeUnitOf } from '#domain/habitat'
import { HABITAT_TYPES } from '#domain/habitat-types'
import { penceOf, showMoney } from '#domain/money'
import { showUnits, unitsOf } from '#domain/units'
import { lookFor, THEME_OF, USER_GROUPS } from '#domain/user'
import { networkFailure } from '../../src/web/api-problem.ts'
import { showFileSize } from '../../src/web/parts/file-size.ts'
import { nameOf } from '../../src/web/shell/roles.ts'
import { read } from '../source-files.ts'
import type { Product } from './table.ts'

/** The files of which the table fixes what stands in them for people. */
const WITH_TEXTS = [
  ...['domain/brand.ts', 'domain/messages.ts', 'server/http/refusals.ts', 'server/http/subject-routes.ts'],
  ...['server/runner/run-action.ts', 'web/action/errors-note.tsx', 'web/action/field-frame.tsx'],
  ...['web/action/form-foot.tsx', 'web/api-problem.ts', 'web/fields/file-field.tsx', 'web/pages/error.tsx'],
  ...['web/pages/item/service-card.tsx', 'web/pages/shared/no-such-page.tsx', 'web/parts/rich-text-view.tsx'],
  ...['web/shell/footer.tsx', 'web/shell/search-box.tsx', 'web/shell/shell.tsx', 'web/shell/user-label.tsx'],
  ...['web/shell/user-menu.tsx', 'web/sign-in/challenges.ts'],
]

/** Everything that stands between quotes or between tags; what is filled in stands in braces. */
const textsIn = (path: string): string[] => {
  const { text } = read(`src/${path}`)
  return [/'([^'\n]*)'/g, /"([^"\n]*)"/g, /`([^`]*)`/g, />([^<>{}]+)</g]
    .flatMap(pattern => [...text.matchAll(pattern)])
    .map(([, found = '']) => found.replaceAll('${', '{').replaceAll(/\s+/g, ' ').trim())
}

/** The texts that people read, by the file that has them. */
export const textsOfProduct: Product = new Map(
  WITH_TEXTS.flatMap(path => textsIn(path).map(text => [`${path} ${text}`, {}] as const)),
)

/** The kinds of file that each question takes. */
export const uploadsOfProduct: Product = new Map(
  allActions.flatMap(({ on, name, fields }) =>
    Object.entries(fields)
      .filter(([, { type }]) => type === 'File')
      .map(([field, { accept = [] }]) => [`${on}.${name} ${field}`, { Takes: accept.join(', ') }] as const),
  ),
)

/** The module of every broad habitat. */
export const modulesOfProduct: Product = new Map(
  BROAD_HABITATS.map(habitat => [habitat, { Module: moduleOf(habitat) }]),
)

/** In what every module is measured. */
export const measuresOfProduct: Product = new Map(
  MODULES.map(module => [module, { Unit: sizeUnitOf(module) }]),
)

/** What a service of every distinctiveness may serve. */
export const servingOfProduct: Product = new Map(
  DISTINCTIVENESS.map(level => [
    level,
    { Serves: DISTINCTIVENESS.filter(need => servesLevel(level, need)).join(', ') },
  ]),
)

/** A number that a file names. */
const numberIn = (path: string, pattern: RegExp): string => {
  const found = pattern.exec(read(`src/${path}`).text)?.[1]
  if (found === undefined) throw new Error(`${path} has nothing like ${pattern}`)
  return found.replaceAll('_', '')
}

const yearLabels = (): string => {
  const field = findAction('project', 'SetBiodiversitySupply')?.fields.gainsPerYear
  if (!field) throw new Error('SetBiodiversitySupply asks no gains')
  const facts = { today: '2026-06-15', actorIsOperator: true }
  return rowsOf(field, { yearsToTargetCondition: 2 }, facts)
    .map(({ name }) => name)
    .join(', ')
}

const someone = (names: Pick<SignedIn, 'displayName' | 'email' | 'username'>): string =>
  nameOf({ id: 'u', groups: [], organisation: null, waitsFor: null, ...names })

const VALUES: Readonly<Record<string, string>> = {
  'Lifetime of a toast in ms': numberIn('web/parts/toast-region.tsx', /LIFETIME = (\w+)/),
  'Delay before the panel closes in ms': numberIn('web/action/action-panel.tsx', /CLOSE_DELAY = (\w+)/),
  'Reloads when a part of the program cannot be fetched': numberIn(
    'web/shell/chunk.ts',
    /MOST_RELOADS = (\w+)/,
  ),
  'The count of reloads is cleared after ms': numberIn('web/shell/chunk.ts', /CLEARED_AFTER = (\w+)/),
  'Choices are cached for ms': numberIn('web/api.ts', /\['choices', url\][^}]*staleTime: (\w+)/),
  'Least height of a long menu of choices in px': numberIn('web/styles/choices.css', /min-height: (\d+)px/),
  'Greatest height of a menu of choices in px': numberIn('web/styles/choices.css', /max-height: (\d+)px/),
  'Width of a confirmation in px': numberIn('web/styles/panel.css', /max800 \{\s*width: min\((\d+)px/),
  'Rich text is undone in steps of ms': numberIn('web/fields/rich-text-field.tsx', /UNDO_DELAY = (\w+)/),
  'What is said when the network fails': networkFailure().message,
  'Status when the network fails': String(networkFailure().status),
  'Year of the copyright line': numberIn('domain/brand.ts', /year: (\d+)/),
  'Years that a habitat gains': yearLabels(),
  'Order in which groups decide menu and routes': USER_GROUPS.join(', '),
  'Money 1234567.89': showMoney(penceOf(1_234_567.89)),
  'Money 1234.5 with decimals': showMoney(penceOf(1_234.5), true),
  'Money -20': showMoney(penceOf(-20)),
  'Units 1234.5678': showUnits(unitsOf(1234.5678)),
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
  'What a reserved credit is called': creditLabel({ status: 'RightsCreated', isReserved: true }),
  'Theme of visitors': THEME_OF[lookFor([])],
  ...Object.fromEntries(USER_GROUPS.map(group => [`Theme of ${group}`, THEME_OF[lookFor([group])]])),
}

/** The values that the specification fixes. */
export const valuesFixed: Product = new Map(
  Object.entries(VALUES).map(([what, value]) => [what, { Value: value }]),
)
