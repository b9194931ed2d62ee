/**
 * BLAKE2b-512 hashes of the prepared files from the Perpetual Powers of Tau ceremony with 54 contributions
 * and a beacon, keyed by power. Source: the README of snarkjs 0.7.6, files
 * powersOfTau28_hez_final_<power>.ptau. Smaller files do not support these circuits. Larger files can be used
 * but take longer.
 */
export const publishedPtau: Readonly<Record<number, string>> = {
  13: '58efc8bf2834d04768a3d7ffcd8e1e23d461561729beaac4e3e7a47829a1c9066d5320241e124a1a8e8aa6c75be0ba66f65bc8239a0542ed38e11276f6fdb4d9',
  14: 'eeefbcf7c3803b523c94112023c7ff89558f9b8e0cf5d6cdcba3ade60f168af4a181c9c21774b94fbae6c90411995f7d854d02ebd93fb66043dbb06f17a831c1',
  15: '982372c867d229c236091f767e703253249a9b432c1710b4f326306bfa2428a17b06240359606cfe4d580b10a5a1f63fbed499527069c18ae17060472969ae6e',
  16: '6a6277a2f74e1073601b4f9fed6e1e55226917efb0f0db8a07d98ab01df1ccf43eb0e8c3159432acd4960e2f29fe84a4198501fa54c8dad9e43297453efec125',
}
