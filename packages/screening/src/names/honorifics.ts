/** Titles and suffixes, which are optional in a name and do little to identify a person. */
export const honorifics: ReadonlySet<string> = new Set(
  `mr mrs ms miss dr prof professor sir dame lord lady general gen lt col colonel maj major capt captain brig sgt
  mullah mulla mola molla maulavi mawlawi maulvi maulawi molavi mowlawi malawi haji hajji hadji hajj haj alhaj alhaji
  sheikh shaykh sheik cheikh shaikh sheykh shaikh qari qare hafiz hafez ustad ustaz engineer eng sayyid sayed sayyed said
  syed sahib saheb maulana mawlana president minister chairman prince princess king queen admiral marshal brigadier
  lieutenant sergeant mzee ayatollah hojjatoleslam imam commander comandante don dona jr sr junior senior ii iii iv phd esq`
    .trim()
    .split(/\s+/),
)
