/** The embedding that comes with the service: templates carry this name. */
export const builtInEmbedding = 'face_recognition_model, @vladmandic/face-api 1.7.15, upright, unit length'
