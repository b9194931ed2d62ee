/** The order of BN254's scalar field. All signals are smaller than this value. */
export const fieldModulus = 21888242871839275222246405745257275088548364400416034343698204186575808495617n
