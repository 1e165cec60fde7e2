import { lookAt } from './pages.ts'

lookAt('organisations and settings', {
  operator: [
    '/participants',
    '/participants/SU01',
    '/participants/SU01?action=Update',
    '/participants/SU01?tab=results',
    '/results/RD-SOM-0?for=SU01',
    '/agencies',
    '/agencies/AG01',
    '/lpas',
    '/operators',
    '/queue',
    '/queue?act=requirement.IssueCredits',
    '/settings',
    '/settings/brand',
    '/settings/brand?action=ChangeBrand',
    '/settings/refdata',
    '/settings/refdata/standards',
    '/settings/refdata/standards/BsiFlex704',
    '/settings/refdata/declarations?action=CreateDeclaration&subject=declarations',
    '/settings/lpas',
    '/settings/operators',
  ],
  sysadmin: [
    '/profile',
    '/users/operator',
    '/users/operator?action=DisableUser',
    '/system?q=operator',
    ...['sessions', 'log', 'installation', 'reset'].map(tab => `/system?tab=${tab}`),
  ],
})
