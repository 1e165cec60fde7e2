import { changeBrand } from './change-brand.ts'
import { declarationActions, standardActions, projectTypeActions } from './reference-data.ts'
import { planningAuthorityActions, nationalCharacterAreaActions, subcatchmentActions } from './places.ts'
import { uploadNcaOutlines, uploadSubcatchmentOutlines } from './set-outlines.ts'

/** Actions on the brand. */
export const brandActions = [changeBrand]

/** Actions on the settings, by list. */
export const settingActionsByList = {
  projectType: projectTypeActions,
  standard: standardActions,
  nca: { ...nationalCharacterAreaActions, list: [...nationalCharacterAreaActions.list, uploadNcaOutlines] },
  lpa: planningAuthorityActions,
  subcatchment: { ...subcatchmentActions, list: [...subcatchmentActions.list, uploadSubcatchmentOutlines] },
  declaration: declarationActions,
}
