const unspecified = 'X'.repeat(3)

/** Travel-document codes that are not, or no longer, in ISO 3166 (ICAO Doc 9303 part 3, section 5). */
export const icaoTable = `
D DE Germany|GBD GB British Overseas Territories Citizen|GBN GB British National (Overseas)
GBO GB British Overseas Citizen|GBP GB British Protected Person|GBS GB British Subject|RKS XK Kosovo|XXK XK Kosovo
EUE - European Union|UNO - United Nations Organization|UNA - United Nations specialized agency
UNK - Resident of Kosovo (United Nations mission)|XBA - African Development Bank|XIM - African Export-Import Bank
XCC - Caribbean Community|XCE - Council of Europe|XCO - Common Market for Eastern and Southern Africa
XEC - Economic Community of West African States|XPO - INTERPOL|XES - Organization of Eastern Caribbean States
XOM - Sovereign Military Order of Malta|XMP - Parliamentary Assembly of the Mediterranean
XDC - Southern African Development Community|XXA - Stateless person|XXB - Refugee
XXC - Refugee of another kind|${unspecified} - Unspecified nationality|ANT AN Netherlands Antilles|NTZ - Neutral Zone
IAO - International Civil Aviation Organization`
