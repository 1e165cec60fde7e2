import { z } from 'zod'
import { FIELD_REQUIRED } from '#domain/values/messages'
import { name, numberWith, optional, text, toggle } from '../kit/fields.ts'
import { settingActions } from './setting-actions.ts'

const same = (value: number): number => value

/** National character areas, by their numbers at Natural England. */
export const nationalCharacterAreaActions = settingActions({
  kind: 'nca',
  name: 'Nca',
  noun: 'national character area',
  fields: {
    number: numberWith(
      'Number',
      z.number({ error: FIELD_REQUIRED }).int('Must be a whole number').gt(0, 'Value must be greater than 0'),
      same,
      same,
    ),
    name: name('Name'),
  },
})

/** Areas of local planning authorities. */
export const planningAuthorityActions = settingActions({
  kind: 'lpa',
  name: 'Lpa',
  noun: 'local planning authority',
  fields: {
    name: name('Name'),
    fullName: name('Full name'),
    region: optional(text('Region')),
  },
})

/** Parts of river catchments in which nutrient credits are exchanged. */
export const subcatchmentActions = settingActions({
  kind: 'subcatchment',
  name: 'Subcatchment',
  noun: 'subcatchment',
  fields: {
    name: name('Name'),
    catchment: name('Catchment'),
    nitrogen: toggle('Nitrogen credits'),
    phosphorous: toggle('Phosphorous credits'),
  },
  initial: { nitrogen: false, phosphorous: false },
  check: ({ nitrogen, phosphorous }) =>
    nitrogen === false && phosphorous === false
      ? { phosphorous: 'Must be for nitrogen or phosphorous credits or both' }
      : {},
})
